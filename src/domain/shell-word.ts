export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path as one word: a file whose name begins with a dash would be an option. */
export function shellPath(path: string): string {
  return shellWord(path.replace(/^-/, './-'));
}
