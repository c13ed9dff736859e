/** Character classes by code, without regular expressions: their cost per character is the same for any text. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

export function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

export function isAlphanumeric(code: number): boolean {
  return isLower(code) || isDigit(code) || isUpper(code);
}

/** Letters, digits, `_` and `-`: what tokens of most issuers are made of. */
export function isTokenCharacter(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || code === 45;
}

/** Space or tab. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/** `"`, `'` or a backtick. */
export function isQuote(code: number): boolean {
  return code === 34 || code === 39 || code === 96;
}

/** End of the run of characters of a class that begins at `from`, looking at most at `limit` of them. */
export function endOfRun(
  text: string,
  from: number,
  accepts: (code: number) => boolean,
  limit = Infinity,
): number {
  const last = Math.min(text.length, from + limit);
  let at = from;
  while (at < last && accepts(text.charCodeAt(at))) at += 1;
  return at;
}

/** The first place after `from`, at most `limit` characters away, where no blank stands. */
export function skipBlanks(text: string, from: number, limit = 16): number {
  return endOfRun(text, from, isBlank, limit);
}

/** The position behind the last character before `to` that is no blank, at most `limit` characters away. */
export function skipBlanksBack(text: string, to: number, limit = 16): number {
  const first = Math.max(0, to - limit);
  let at = to;
  while (at > first && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
}
