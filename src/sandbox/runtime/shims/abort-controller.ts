/** The classes that packages in libraries look for where the global names are missing. */
import { globals } from '../libs/support';

export const { AbortController, AbortSignal } = globals;
