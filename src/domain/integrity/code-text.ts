/** Strings and comments of languages with `//`; a quote of Rust may begin a lifetime, so its characters are short. */
const SLASHES =
  /"(?:\\[\s\S]|[^"\\])*"|`(?:\\[\s\S]|[^`\\])*`|'(?:\\[^\n]{1,8}|[^'\\\n])'|'(?:\\.|[^'\\\n])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const RUST =
  /r(#*)"[\s\S]*?"\1|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[^\n]{1,8}|[^'\\\n])'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const HASHES = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g;

/** A source without comments and texts, each line where it was; texts that match `keep` stay. */
export function codeOnly(path: string, source: string, keep?: RegExp): string {
  const pattern = path.endsWith('.rs') ? RUST : /\.(py|rb|sh|bash)$/.test(path) ? HASHES : SLASHES;
  return source.replace(pattern, (found) => (keep?.test(found) ? found : found.replace(/[^\n]/g, ' ')));
}
