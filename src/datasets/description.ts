/** A short description of data for a model, which never sees the data: names, types, ranges and a few examples. */
import { utf8Length } from '../domain/values/bounds';
import { Profile } from '../domain/values/profile';
import type { Summary } from '../domain/values/profile';

/** Bytes of a description. */
const MAX_BYTES = 4_000;
const MAX_EXAMPLES = 3;
const MAX_EXAMPLE = 40;
const MAX_NAME = 60;
/** Columns of items that are told apart. */
const MAX_KEYS = 2_000;

/** A value in JSON, shortened. Lists and objects are told by their size: a model is not to see data through them. */
function example(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object of ${Object.keys(value).length} keys`;
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_EXAMPLE) : value);
  return typeof value === 'string' && value.length > MAX_EXAMPLE ? `${text.slice(0, -1)}…"` : text;
}

class Column {
  readonly profile = new Profile();
  private readonly examples = new Set<string>();

  add(value: unknown): void {
    this.profile.add(value);
    if (value === null || value === undefined || this.examples.size >= MAX_EXAMPLES) return;
    this.examples.add(example(value));
  }

  describe(name: string, rows: number): string {
    const summary = this.profile.summary();
    const missing = rows - summary.count;
    const parts = [
      rangeOf(summary),
      distinctOf(summary),
      missing > 0 ? `${missing} null` : '',
      this.examples.size > 0 ? `for example ${[...this.examples].join(', ')}` : '',
    ].filter((part) => part !== '');
    const short = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
    return `- ${JSON.stringify(short)}: ${parts.join('; ')}`;
  }
}

function number(value: number | string | undefined): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(6))) : (value ?? '');
}

function rangeOf({ type, types, min, max, mean, minLength, maxLength }: Summary): string {
  if (types)
    return `mixed (${Object.entries(types)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ')})`;
  if (minLength !== undefined) return `${type} of ${minLength} to ${maxLength} characters`;
  if (min === undefined || max === undefined) return type;
  return `${type} from ${number(min)} to ${number(max)}${mean === undefined ? '' : `, mean ${number(mean)}`}`;
}

function distinctOf({ distinct, distinctAtLeast }: Summary): string {
  if (distinct !== undefined) return `${distinct} distinct`;
  return distinctAtLeast === undefined ? '' : `over ${distinctAtLeast} distinct`;
}

/** Gathers what the description says, while the data goes by. */
export class Describer {
  private readonly columns = new Map<string, Column>();
  private readonly values = new Column();
  private others = 0;
  rows = 0;

  /** Names of columns that are known ahead, in their order. */
  constructor(names: readonly string[]) {
    for (const name of names) this.columns.set(name, new Column());
  }

  /** Cells in the order of the names. */
  addRow(row: readonly unknown[]): void {
    this.rows++;
    let index = 0;
    for (const column of this.columns.values()) column.add(row[index++]);
  }

  addItem(item: unknown): void {
    this.rows++;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      this.others++;
      this.values.add(item);
      return;
    }
    for (const [name, value] of Object.entries(item)) this.columnOf(name)?.add(value);
  }

  /** True if every item is a record. */
  get areRecords(): boolean {
    return this.others === 0;
  }

  get width(): number {
    return this.columns.size;
  }

  private columnOf(name: string): Column | undefined {
    const known = this.columns.get(name);
    if (known || this.columns.size >= MAX_KEYS) return known;
    const column = new Column();
    this.columns.set(name, column);
    return column;
  }

  /** The description, of at most 4,000 bytes. */
  text(name: string, what: string): string {
    const head = `${JSON.stringify(name.slice(0, MAX_NAME))}: ${what}`;
    const records = this.rows - this.others;
    const lines = [...this.columns].map(([column, holder]) => holder.describe(column, records));
    if (this.others > 0) lines.unshift(this.values.describe('(items that are no records)', this.others));
    return bounded(head, lines);
  }
}

/** Lines as far as they find room, and the count of the others. */
function bounded(head: string, lines: readonly string[]): string {
  const note = (left: number): string => (left > 0 ? `\n- and ${left} more columns` : '');
  let text = head;
  for (const [index, line] of lines.entries()) {
    const longer = `${text}\n${line}`;
    if (utf8Length(longer + note(lines.length - index - 1)) > MAX_BYTES)
      return text + note(lines.length - index);
    text = longer;
  }
  return text;
}
