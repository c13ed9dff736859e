/** Characters that a terminal obeys, that nobody sees, or that turn what is around them. Line ends, tabs, joiners of letters and Arabic signs of number are not among them. */
const UNSHOWABLE = /(?![\n\t\u200c]|\u200d|[\u0600-\u0605\u06dd])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escaped(char: string): string {
  return char.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Makes a text printable that others wrote: what a terminal would obey is written as `\u001b`. In JSON, where such
 * characters stand in texts only, it means the same as before.
 */
export function shownText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSHOWABLE, escaped);
}

/** Makes a path or another name printable: quoted and escaped if it holds what a terminal would obey, or line ends. */
export function shownName(name: string): string {
  const isPlain = shownText(name) === name && !/[\n\t]/.test(name);
  return isPlain ? name : shownText(JSON.stringify(name));
}

/** Most names that a sentence lists. */
const LISTED = 8;

/** Paths in one line, printable; of many their number and the first of them. `total` counts those too that are not at hand. */
export function shownNames(paths: readonly string[], total = paths.length): string {
  const shown = paths.slice(0, LISTED).map(shownName);
  const more = total - shown.length;
  return more > 0 ? `${total} paths: ${shown.join(', ')} and ${more} more` : shown.join(', ');
}
