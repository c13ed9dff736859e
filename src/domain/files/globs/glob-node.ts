/** How often one of a group's choices stands there; `!`: a name that none of them is. */
export type GroupKind = '@' | '?' | '+' | '*' | '!';

/** A part of a glob. */
export type GlobNode =
  | { kind: 'char'; char: string }
  /** `?` */
  | { kind: 'any' }
  /** `[a-z]`, with first and last code of each range */
  | { kind: 'set'; negated: boolean; ranges: readonly (readonly [number, number])[] }
  /** `*`: within a name */
  | { kind: 'star' }
  /** `**` at the end: all below */
  | { kind: 'below' }
  /** A `**` and its slash: any number of folders */
  | { kind: 'folders' }
  | { kind: 'group'; group: GroupKind; choices: readonly (readonly GlobNode[])[] };
