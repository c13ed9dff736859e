import { z } from 'zod';
import { isStopWord } from '../../../domain/navigation/words';
import { answerText, told } from '../../session/questions';
import { answer, failure, type DirectoryContext, type DirectoryResult, tool } from './context';

const SHOWN = 100;

/** Who calls a name, whom it calls, what imports it or is imported, which tests reach it, what nothing uses. */
export const codeGraphTool = tool({
  name: 'code_graph',
  description:
    'Follows the code of the project: `callers` or `callees` of a function, files that import (`dependents`) or are imported (`dependencies`), `tests` that reach it, `unused` exports. Exact for calls, by imports else.',
  kind: 'read',
  activity: 'quick',
  input: z.object({
    relation: z.enum(['callers', 'callees', 'dependents', 'dependencies', 'tests', 'unused']),
    of: z
      .string()
      .max(500)
      .nullish()
      .describe('Name, `Outer.name`, `path#name` or path; only `unused` takes none.'),
    chains: z.boolean().nullish().describe('Follow calls of calls too, up to five.'),
  }),
  summary: ({ relation, of }) => `code_graph ${relation} ${of ?? ''}`.trim(),
  run: (context, { relation, of, chains }) =>
    answered(context, relation, `${quoted(of ?? '')}${chains ? ' chains' : ''}`),
});

/** Commits of the project's repository: of a file or a symbol, or of all of it. */
export const gitHistoryTool = tool({
  name: 'git_history',
  description:
    'Tells the commits of the repository, the newest first, with author, day, subject and files: of a file or a function, or of the whole project.',
  kind: 'read',
  activity: 'host',
  input: z.object({
    of: z.string().max(500).nullish().describe('File or name of a function; absent: the whole project.'),
    when: z
      .string()
      .max(100)
      .nullish()
      .describe('Time in words, such as `last week` or `the last 5 commits`.'),
  }),
  summary: ({ of, when }) => `git_history ${[of, when].filter(Boolean).join(' ')}`.trim(),
  run: (context, { of, when }) => answered(context, 'changes', `${quoted(of ?? '')} ${when ?? ''}`),
});

/** A name is read as code, whatever word it is. */
function quoted(name: string): string {
  return /[/.]/.test(name) || name === '' || isStopWord(name) ? name : `\`${name}\``;
}

async function answered(
  context: DirectoryContext,
  kind: Parameters<typeof told>[0],
  text: string,
): Promise<DirectoryResult> {
  const { directory, tree, signal } = context;
  const found = await told(kind, context, { text, language: 'en', earlier: [], directory, tree, signal });
  if ('lacking' in found) return failure(context, found.lacking);
  return answer(context, answerText(found, 'en', SHOWN));
}
