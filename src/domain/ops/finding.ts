/** Defect of a file of build, container or CI. */
export interface OpsFinding {
  readonly severity: 'error' | 'warning' | 'note';
  /** Name of the check. */
  readonly rule: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** One sentence with the way out. */
  readonly message: string;
}

/** A value of a YAML file with its line. */
export interface Placed {
  /** From 1. */
  readonly line: number;
  readonly text?: string;
  readonly list?: readonly Placed[];
  readonly entries?: readonly { readonly key: string; readonly line: number; readonly value: Placed }[];
}

export function entryOf(given: Placed | undefined, key: string): Placed | undefined {
  return given?.entries?.find((entry) => entry.key === key)?.value;
}

const RANK = { error: 0, warning: 1, note: 2 };

/** Findings with the gravest first, then by place. */
export function byGravity(findings: readonly OpsFinding[]): readonly OpsFinding[] {
  return [...findings].sort(
    (one, other) =>
      RANK[one.severity] - RANK[other.severity] ||
      (one.file < other.file ? -1 : one.file > other.file ? 1 : one.line - other.line),
  );
}

const SECRET_WORDS = [
  'password',
  'passwd',
  'secret',
  'token',
  'apikey',
  'api_key',
  'private_key',
  'access_key',
];

export function isSecretName(name: string): boolean {
  const low = name.toLowerCase();
  return SECRET_WORDS.some((word) => low.includes(word)) && !low.endsWith('_file');
}

/** True for an image without a tag, with the newest, or with a tag by a variable that may be empty. */
export function isUnpinned(image: string): boolean {
  if (image.includes('@sha256:') || image.includes('$')) return false;
  const last = image.slice(image.lastIndexOf('/') + 1);
  const tag = last.includes(':') ? last.slice(last.indexOf(':') + 1) : '';
  return tag === '' || tag === 'latest';
}
