/** node:sys, the old name of node:util. */
import util from './util';

export default util;
