/** node:assert, as code under test has it. */
import { createAssert } from '../node/assert';

export default createAssert();
