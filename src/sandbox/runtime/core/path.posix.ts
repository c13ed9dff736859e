/** node:path/posix. */
import path from './path';

export default path;
