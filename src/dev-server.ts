/** The embedded Temporal server: its program, its life, its search attributes. */
export { findTemporalCli, locateTemporalCli, type CliPlaces } from './dev-server/temporal-cli';
export {
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
} from './dev-server/embedded-server';
export { ensureSearchAttributes, type SearchAttributesOutcome } from './dev-server/search-attributes';
export { ensureRetention } from './dev-server/namespace';
export { ServerError } from './dev-server/server-error';
