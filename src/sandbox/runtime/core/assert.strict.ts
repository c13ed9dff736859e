/** node:assert/strict, as code under test has it. */
import assert from './assert';

export default assert.strict;
