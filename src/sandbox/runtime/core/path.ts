/** node:path. */
import * as posixPath from '../node/path';
import * as windowsPath from '../node/path-win32';

export const win32: Record<string, unknown> = { ...windowsPath, _makeLong: windowsPath.toNamespacedPath };
const posix: Record<string, unknown> = { ...posixPath, _makeLong: posixPath.toNamespacedPath };

for (const style of [posix, win32]) Object.assign(style, { posix, win32 });

export default posix;
