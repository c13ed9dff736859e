/** How values are shown in messages. */
import util from './util';

export default util.inspect;
