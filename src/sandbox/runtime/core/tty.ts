/** node:tty: there is no terminal. */
import { absentModule } from '../node/absent';

export default absentModule('tty', 'ReadStream WriteStream', { isatty: () => false });
