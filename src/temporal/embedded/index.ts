/** The embedded Temporal server: its program, its life, its search attributes. */
export { findTemporalCli, locateTemporalCli } from './temporal-cli';
export { startEmbeddedServer, type EmbeddedServer } from './embedded-server';
export { ensureNamespace } from './namespace';
export { ensureSearchAttributes } from './search-attributes';
export { ServerError } from './server-error';
export { isStuck, StuckDatabase, watchDatabase } from './stuck-database';
