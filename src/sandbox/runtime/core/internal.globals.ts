/** The core globals as an object for the libraries; each is made when it is first read. */
import { CORE_GLOBALS, coreGlobal } from '../core-globals';
import { defineLazily } from '../lazy-property';
import { setInspect } from '../node/errors';
import type process from './process';
import type abort from './internal.web-abort';
import type clone from './internal.web-clone';
import type events from './internal.web-events';
import type messages from './internal.web-messages';
import type navigator from './internal.web-navigator';
import type performance from './internal.web-performance';
import type text from './internal.web-text';
import type url from './internal.web-url';

type Globals = typeof abort &
  typeof clone &
  typeof events &
  typeof messages &
  typeof navigator &
  typeof performance &
  typeof text &
  typeof url & { process: typeof process };

setInspect((value) => (loadStandIn('internal/inspect') as typeof import('node:util').inspect)(value));

const globals: Record<string, unknown> = {};
for (const name of CORE_GLOBALS) defineLazily(globals, name, () => coreGlobal(name, loadStandIn));

export default globals as unknown as Globals;
