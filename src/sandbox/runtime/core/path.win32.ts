/** node:path/win32. */
import { win32 } from './path';

export default win32;
