/** Characters that a terminal would obey, or show as others. */
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

/** Makes a path or another name printable: quoted and escaped if it holds such characters. */
export function shownName(name: string): string {
  if (!UNSHOWABLE.test(name)) return name;
  const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return [...JSON.stringify(name)].map((char) => (UNSHOWABLE.test(char) ? escape(char) : char)).join('');
}

/** Names in one line, printable. */
export function shownNames(names: readonly string[]): string {
  return names.map(shownName).join(', ');
}
