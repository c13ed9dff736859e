/** A directory that cannot be captured or written as asked: the user's to mend, another try cannot. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}

/** The directory is being published to by another process; may be tried again. */
export class DirectoryBusyError extends Error {
  override name = 'DirectoryBusyError';
}

/** There is no room left for what is to be written; somebody can make some while it is tried again. */
export class DiskFullError extends Error {
  override name = 'DiskFullError';

  constructor(place: string, cause: unknown) {
    super(
      `No room is left on the disk of ${place}: free some, and it goes on by itself. Nothing was changed.`,
      {
        cause,
      },
    );
  }
}
