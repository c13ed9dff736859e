/** The embedded Temporal server: its program, its life, its search attributes. */
export { findTemporalCli, locateTemporalCli } from './dev-server/temporal-cli';
export { startEmbeddedServer, type EmbeddedServer } from './dev-server/embedded-server';
export { ensureSearchAttributes } from './dev-server/search-attributes';
export { ServerError } from './dev-server/server-error';
