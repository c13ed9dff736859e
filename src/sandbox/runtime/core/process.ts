/** node:process: the global object. */
import { createProcess } from '../node/process';

export default createProcess();
