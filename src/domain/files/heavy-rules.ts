import { z } from 'zod';
import { HEAVY_FOLDERS } from './heavy-folders';
import { checkPath } from './paths';

/** The settings that rules of a user come from. */
export const RULE_SETTINGS = { add: 'KINTSUGI_HEAVY_FOLDERS', capture: 'KINTSUGI_CAPTURE_FOLDERS' } as const;

/** Most names of one list: they travel with each activity and in the result. */
export const MOST_NAMES = 50;

/** Reason why a name can't be a rule, as the end of a sentence with the way out. Undefined: it can. */
function folderNameProblem(name: string, use: 'add' | 'capture'): string | undefined {
  if (HEAVY_FOLDERS.some((rule) => rule.name === name && rule.kind === 'history')) {
    return use === 'add'
      ? undefined
      : 'a history is never captured, since a rollback would rewind it; leave it out of the list';
  }
  if (name.includes('/') || name.includes('\\'))
    return 'a rule is the plain name of a folder, wherever it stands; write only the last part of the path';
  if (/[*?[\]{}]/.test(name)) return 'a rule has no wildcards; write the plain name of each folder';
  const problem = checkPath(name);
  return problem && `${problem.message}; write the plain name of a folder`;
}

const names = (use: 'add' | 'capture') =>
  z
    .array(
      z.string().superRefine((name, context) => {
        const message = folderNameProblem(name, use);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      }),
    )
    .max(MOST_NAMES, `at most ${MOST_NAMES} names can be given`)
    .default([]);

/** Changes of the built-in rules; they hold for every capture of a run. */
export const HeavyRules = z
  .object({
    /** Folders that are also left out. */
    add: names('add'),
    /** Folders that are captured although a built-in rule leaves them out. */
    capture: names('capture'),
    /** Paths of folders that are captured although a built-in rule leaves them out, since git tracks what they hold. */
    tracked: z.array(z.string()).max(MOST_NAMES).optional(),
  })
  .superRefine(({ add, capture }, context) => {
    const both = add.find((name) => capture.includes(name));
    if (both === undefined) return;
    const message = `${JSON.stringify(both)} is both to be left out and to be captured; take it out of one list`;
    context.addIssue({ code: 'custom', message });
  });
export type HeavyRules = z.infer<typeof HeavyRules>;
