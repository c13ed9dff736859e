/** Data of a call, put together from the pieces that the child hands over before any code of the program runs. */
import type { InputForm, RowsHeader } from '../../domain/values/dataset';

type Row = unknown[];

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Value of each base64 digit by its character code. */
const VALUES = new Uint8Array(128);
for (let index = 0; index < DIGITS.length; index++) VALUES[DIGITS.charCodeAt(index)] = index;

function decode(text: string): Uint8Array {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0, to = 0; at < text.length; at += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((place) => VALUES[text.charCodeAt(at + place)] ?? 0);
    const group = ((a ?? 0) << 18) | ((b ?? 0) << 12) | ((c ?? 0) << 6) | (d ?? 0);
    bytes[to++] = group >> 16;
    if (to < bytes.length) bytes[to++] = (group >> 8) & 255;
    if (to < bytes.length) bytes[to++] = group & 255;
  }
  return bytes;
}

/** Pieces in, data out. */
export class Input {
  private readonly items: unknown[] = [];
  private columns: unknown[][] = [];
  private header: RowsHeader | undefined;
  private floats: ReadonlySet<number> = new Set();
  private readonly texts: string[] = [];
  private readonly bytes: Uint8Array[] = [];

  constructor(private readonly form: InputForm) {}

  add(piece: string): void {
    // Data may be empty.
    if (piece === '') return;
    switch (this.form.layout) {
      case 'rows':
        if (this.header) this.addRows(JSON.parse(piece) as Row[]);
        else this.begin(JSON.parse(piece) as RowsHeader);
        break;
      case 'items':
        for (const item of JSON.parse(piece) as unknown[]) this.items.push(item);
        break;
      case 'json':
        this.texts.push(piece);
        break;
      case 'arrow':
        this.bytes.push(decode(piece));
        break;
    }
  }

  private begin(header: RowsHeader): void {
    this.header = header;
    this.floats = new Set(header.floats);
    this.columns = header.columns.map(() => []);
  }

  private addRows(rows: readonly Row[]): void {
    const { columns, form } = this;
    for (const row of rows) {
      for (const index of this.floats) if (typeof row[index] === 'string') row[index] = Number(row[index]);
      if (form.shape === 'records') this.items.push(this.record(row));
      else for (let index = 0; index < columns.length; index++) columns[index]?.push(row[index]);
    }
  }

  private record(row: Row): object {
    const record: Record<string, unknown> = {};
    const names = this.header?.columns ?? [];
    for (let index = 0; index < names.length; index++) setMember(record, names[index] as string, row[index]);
    return record;
  }

  /** The data. Arrow's is bytes. */
  take(): unknown {
    const { layout, shape } = this.form;
    if (layout === 'arrow') return this.joined();
    if (layout === 'json') return JSON.parse(this.texts.join('')) as unknown;
    if (shape !== 'columns') return this.items;
    return layout === 'rows' ? this.namedColumns() : columnsOf(this.items);
  }

  private namedColumns(): object {
    const columns = {};
    this.header?.columns.forEach((name, index) => setMember(columns, name, this.columns[index]));
    return columns;
  }

  private joined(): Uint8Array {
    const all = new Uint8Array(this.bytes.reduce((size, { length }) => size + length, 0));
    let at = 0;
    for (const part of this.bytes.splice(0)) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** Records as columns; a key that a record lacks is null there. */
function columnsOf(records: readonly unknown[]): object {
  const columns = new Map<string, unknown[]>();
  records.forEach((record, index) => {
    for (const [name, value] of Object.entries(record as object)) {
      const column = columns.get(name) ?? new Array<unknown>(index).fill(null);
      columns.set(name, column);
      column.push(value);
    }
    for (const column of columns.values()) if (column.length <= index) column.push(null);
  });
  const object = {};
  for (const [name, column] of columns) setMember(object, name, column);
  return object;
}

/** A column may be called `__proto__`. */
function setMember(target: object, name: string, value: unknown): void {
  if (name !== '__proto__') (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
