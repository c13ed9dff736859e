/** Failures that another try cannot mend: what the user must change. Types of `ApplicationFailure`s. */
export const USER_ERROR_TYPES = [
  'BadInput',
  'ModelAuth',
  'ModelBadRequest',
  'ModelNotFound',
  'ModelContextLength',
  'BlobMissing',
  'BlobCorrupt',
] as const;

/** Failure of a call whose model has a limit that resets; its detail is the time until then, ms, or null where nobody says. */
export const LIMIT_RESETS = 'ModelLimitResets';

/** Failure of a call that needs a model on a worker that has none. */
export const NO_MODEL = 'ModelMissing';
