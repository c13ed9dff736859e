import { z } from 'zod';
import { compileGlob } from '../../../domain/files/globs';
import { plural } from '../../../domain/text';
import { answer, failure, shownPath } from './answers';
import { tool } from './context';

const MOST_PATHS = 500;
/** Longer globs match nothing. */
const LONGEST = 4_096;
/** Visits of states in all matches together: a hostile glob gives up instead of taking minutes. */
const VISITS = 50_000_000;

/** Paths of files that a glob matches. */
export const globTool = tool({
  name: 'glob',
  description:
    'Finds files by a glob over their paths from the root of the project, for example `src/**/*.test.ts` or `**/{README,CHANGES}*`.',
  kind: 'read',
  activity: 'quick',
  input: z.object({ pattern: z.string().min(1) }),
  summary: ({ pattern }) => `glob ${pattern}`,
  run: async (context, { pattern }) => {
    const glob = pattern.replace(/^\/+/, '');
    if (glob.length > LONGEST) return failure(context, `The glob is longer than ${LONGEST} characters.`);
    const budget = { left: VISITS };
    const { matches } = compileGlob(glob, { dot: true, budget });
    const files = await context.trees.list(context.tree);
    const found = files.map(({ path }) => path).filter(matches);
    if (budget.left <= 0) return failure(context, 'The glob takes too long to match: give a simpler one.');
    if (found.length === 0)
      return answer(context, `No file matches ${pattern}. The project has ${plural(files.length, 'file')}.`);
    const more = found.length - MOST_PATHS;
    const lines = found.slice(0, MOST_PATHS).map(shownPath);
    return answer(
      context,
      [...lines, ...(more > 0 ? [`… and ${more} more: narrow the glob.`] : [])].join('\n'),
    );
  },
});
