/** node:path/win32. */
import path from './path';

export default path.win32;
