/** Parts of the core stand-ins that libraries use beside Node's own modules. */
import type coreGlobals from '../core/internal.globals';

/** The web's classes as the core made them, whatever the program put in their place. */
export const globals = loadStandIn('internal/globals') as typeof coreGlobals;
