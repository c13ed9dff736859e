/** Paths that the graph is made of. */

/** Scripts, which the compiler reads. */
export const SCRIPT_PATH = /\.[cm]?[jt]sx?$/;

/** Sources of the languages that grammars read. */
export const SYNTAX_PATH = /\.(?:pyi?|go|rs|java)$/;

/** Settings and manifests that say where modules are. */
const SETTINGS_PATH = /(?:\.json|(?:^|\/)(?:go\.mod|Cargo\.toml))$/;

/** True for files that an answer may depend on. */
export function isReadPath(path: string): boolean {
  return SCRIPT_PATH.test(path) || SYNTAX_PATH.test(path) || SETTINGS_PATH.test(path);
}
