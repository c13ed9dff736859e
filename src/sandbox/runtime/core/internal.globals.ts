/** The core globals as an object for the libraries; each is made when it is first read. */
import { CORE_GLOBALS, coreGlobal } from '../core-globals';
import { defineLazily } from '../lazy-property';
import type process from './process';
import type * as clone from '../web/clone';
import type * as navigator from '../web/navigator';

type Globals = typeof clone &
  typeof navigator &
  Pick<typeof globalThis, 'DOMException' | 'TextDecoder' | 'TextEncoder'> &
  Pick<typeof import('node:url'), 'URL' | 'URLSearchParams'> & { process: typeof process };

const globals: Record<string, unknown> = {};
for (const name of CORE_GLOBALS) defineLazily(globals, name, () => coreGlobal(name, loadStandIn));

export default globals as unknown as Globals;
