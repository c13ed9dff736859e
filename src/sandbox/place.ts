/** A name that the project adds to a built-in, found by a scan of its source: `Array.prototype.last = …`. */
export interface Place {
  holder: string;
  prototype: boolean;
  name: string;
  /** The libraries of the test side speak of this name: objects that inherit it do not show it to them. */
  guarded?: boolean;
}

/** `Array.prototype.last` */
export function labelOf({ holder, prototype, name }: Place): string {
  return `${holder}${prototype ? '.prototype' : ''}.${name}`;
}
