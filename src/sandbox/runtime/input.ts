/** Data of a call, put together from the pieces that the child hands over before any code of the program runs. */
import type { InputForm, RowsHeader } from '../../domain/values/dataset';

type Row = unknown[];

/** Pieces in, data out. */
export class Input {
  private readonly items: unknown[] = [];
  private header: RowsHeader | undefined;
  private floats: ReadonlySet<number> = new Set();
  private readonly texts: string[] = [];

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
    }
  }

  private begin(header: RowsHeader): void {
    this.header = header;
    this.floats = new Set(header.floats);
  }

  private addRows(rows: readonly Row[]): void {
    for (const row of rows) {
      for (const index of this.floats) if (typeof row[index] === 'string') row[index] = Number(row[index]);
      this.items.push(this.record(row));
    }
  }

  private record(row: Row): object {
    const record: Record<string, unknown> = {};
    const names = this.header?.columns ?? [];
    for (let index = 0; index < names.length; index++) setMember(record, names[index] as string, row[index]);
    return record;
  }

  take(): unknown {
    return this.form.layout === 'json' ? (JSON.parse(this.texts.join('')) as unknown) : this.items;
  }
}

/** A column may be called `__proto__`. */
function setMember(target: object, name: string, value: unknown): void {
  if (name !== '__proto__') (target as Record<string, unknown>)[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
