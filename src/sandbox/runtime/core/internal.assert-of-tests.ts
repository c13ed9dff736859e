/** node:assert, as tests have it. */
import { createAssert } from '../node/assert';

export default createAssert();
