/** A directory that cannot be captured or written as asked: the user's to mend, another try cannot. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}

/** The directory is being published to by another process; may be tried again. */
export class DirectoryBusyError extends Error {
  override name = 'DirectoryBusyError';
}
