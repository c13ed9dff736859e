/** True for sources of TypeScript and JavaScript; declaration files are none. */
export function isScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}
