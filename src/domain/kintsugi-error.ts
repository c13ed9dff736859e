import { said, saidText, type Said } from './run/said';

/** Exit codes of the CLI; scripts may rely on them. */
export const EXIT = {
  healed: 0,
  notHealed: 1,
  usage: 2,
  infrastructure: 3,
  waiting: 4,
  cancelled: 5,
  partial: 6,
  unjudged: 7,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Says of each exit code when a command ends with it. */
export const EXIT_MEANING: Readonly<Record<ExitCode, string>> = {
  0: 'healed, done or proven; or a dry run found a repair',
  1: 'not healed; refused; or a repair not published',
  2: 'wrong usage: the message says what to correct',
  3: 'infrastructure failed: server, worker or store',
  4: 'waiting for an approval or a top-up, or detached',
  5: 'cancelled',
  6: 'published or rolled back in part (`--partial`)',
  7: 'cannot be judged: there are no tests, they can not run here, or all are skipped',
};

/** A failure with one sentence for people, in English and as a form, and the exit code that goes with it. */
export class KintsugiError extends Error {
  override name = 'KintsugiError';

  constructor(
    readonly words: string | Said,
    readonly exitCode: ExitCode,
    options?: ErrorOptions,
  ) {
    super(saidText(words), options);
  }
}

/** The user can mend it: a wrong directory, flag, hash, run id. */
export function badInput(words: string | Said): KintsugiError {
  return new KintsugiError(words, EXIT.usage);
}

/** The server knows no run of this id. */
export function noRun(id: string): KintsugiError {
  return badInput(said`There is no run ${id}: see kintsugi list.`);
}

/** The worker has no model: another may have one, or come to have it. */
export class NoModelError extends KintsugiError {
  override name = 'NoModelError';

  constructor() {
    super(
      'This worker has no model: set KINTSUGI_MODEL with kintsugi settings set, or in the shell of the next kintsugi up.',
      EXIT.infrastructure,
    );
  }
}

/** Server, worker or store cannot be used. */
export function infrastructure(words: string | Said): KintsugiError {
  return new KintsugiError(words, EXIT.infrastructure);
}
