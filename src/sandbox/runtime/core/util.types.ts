/** node:util/types. */
import util from './util';

export default util.types;
