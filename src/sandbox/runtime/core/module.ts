/** node:module, as code under test has it. */
import createModule from './internal.module';

export default createModule(sandboxHost.requireFrom);
