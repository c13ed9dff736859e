/** The database of a store cannot be used as it is; the message says what to do. */
export class StoreDamagedError extends Error {
  override name = 'StoreDamagedError';
}
