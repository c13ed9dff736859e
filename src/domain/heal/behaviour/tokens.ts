/** Strings are bounded: an opening quote without its end must not make a search of the whole text. */
const TOKEN =
  /'(?:[^'\\\n]|\\.){0,200}'|"(?:[^"\\\n]|\\.){0,200}"|`[^`\n]{0,200}`|[\p{L}_$][\p{L}\p{N}_$]*|0[xX][\da-fA-F]+|\d[\d_]*(?:\.\d+)?|===|!==|\*\*|=>|&&|\|\||\?\?|\?\.|<<|>>|[<>=!+*/%-]=|[^\s\p{L}\p{N}_$]/gu;

/** Words, literals and operators of code in any language. */
export function tokensOf(code: string): string[] {
  return code.match(TOKEN) ?? [];
}

/** True for a string or a number. */
export function isLiteral(token: string | undefined): boolean {
  return token !== undefined && /^["'`\d]/.test(token) && token.length > (/^["'`]/.test(token) ? 1 : 0);
}

/** True for a name or a keyword. */
export function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[\p{L}_$]/u.test(token);
}
