import { Said, saidText } from '../run/said';
import { z } from 'zod';
import type { Language } from '../run/input';
import { VERIFICATION_WORDS } from './verification-words';

/** A part of a project's tests: how it is run, and why so. */
export const FoundCheck = z.object({
  /** `pytest`, `mocha` …; `command` where nobody knows its runner. */
  runner: z.string(),
  /** Command line as people would type it. */
  command: z.string(),
  /** Folder that it runs in; empty: the root. */
  folder: z.string(),
  /** The sign by which it was found, as the end of a sentence. */
  why: z.string(),
  /** Who runs its tests; `gate`: it is run before a change is offered; `nobody`: they are named, and not run. */
  by: z.enum(['sandbox', 'command', 'both', 'gate', 'nobody']),
  /** Thing that it needs and does not find, and the command that brings it. */
  missing: z.object({ what: z.union([z.string(), Said]), get: z.union([z.string(), Said]) }).optional(),
});
export type FoundCheck = z.infer<typeof FoundCheck>;

/** Most checks of a project that are told. */
export const MOST_CHECKS = 20;

/** One sentence for each part of a project's tests, or of the command that runs them, that nobody ran. */
export function unrunSentences(found: readonly FoundCheck[], language: Language = 'en'): string[] {
  const words = VERIFICATION_WORDS[language];
  return found.flatMap(({ by, command, runner, why, missing }) => {
    if (by !== 'nobody' && (by !== 'gate' || !missing)) return [];
    const reason = missing
      ? words.missing(saidText(missing.what, language), saidText(missing.get, language))
      : words.byHand(runner, command);
    return [words.unrun(command, why, reason)];
  });
}
