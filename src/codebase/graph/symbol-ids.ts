/** Ids of the symbols of one file: `path#Outer.name`, and `~2` for the second of the same name. */
export class SymbolIds {
  private readonly given = new Map<string, number>();

  constructor(private readonly path: string) {}

  next(container: string, name: string): string {
    const id = `${this.path}#${container === '' ? '' : `${container}.`}${name}`;
    const count = (this.given.get(id) ?? 0) + 1;
    this.given.set(id, count);
    return count === 1 ? id : `${id}~${count}`;
  }
}
