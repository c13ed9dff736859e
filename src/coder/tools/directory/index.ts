import { z } from 'zod';
/** The tools of the agent's loop on a directory. Each works on the run's tree, never on the user's directory. */
import { codeGraphTool, gitHistoryTool } from './code-graph';
import { type DirectoryTool, tool, answer, failure, shownPath } from './context';
import { diffTool, runCommandTool } from './run-command';
import { editTool } from './edit';
import { answerTool, askUserTool, finishTool } from './ends';
import { globTool, listTool } from './list';
import { readTool } from './read';
import { runCheckTool } from './run-check';
import { runTestsTool } from './run-tests';
import { searchTool } from './search';
import { isSecretFile } from '../../../domain/files/secret-names';
import { changedFiles, problemsText } from './problems';
import { givenPath } from './tree-paths';

const MOST_PATHS = 50;

/** Syntax and type errors of files as they are now. */
const diagnosticsTool = tool({
  name: 'diagnostics',
  description:
    'Lists syntax and type errors of files: by TypeScript and its settings for TypeScript and JavaScript, syntax errors for other languages. Without paths: of all files changed so far.',
  kind: 'read',
  activity: 'check',
  check: true,
  input: z.object({ paths: z.array(z.string().min(1)).max(MOST_PATHS).nullish() }),
  summary: ({ paths }) => `diagnostics ${paths?.join(' ') ?? 'of the change'}`,
  run: async (context, { paths: given }) => {
    const { base, tree, trees } = context;
    const changed = given?.length ? undefined : await changedFiles(context, base, tree);
    const paths = [...(changed?.paths ?? [])];
    for (const one of given ?? []) {
      const at = givenPath(one);
      if ('problem' in at) return failure(context, at.problem);
      if (isSecretFile(at.path))
        return failure(context, `${shownPath(at.path)} holds secrets by its name, so it is not looked at.`);
      if ((await trees.find(tree, at.path))?.type !== 'file')
        return failure(context, `There is no file ${shownPath(at.path)} in the project.`);
      paths.push(at.path);
    }
    if (paths.length === 0) return answer(context, 'Nothing has changed so far: name the files to look at.');
    const { text, count } = await problemsText(context, tree, paths);
    const parts = [text || 'No checker knows these files.', ...(changed?.left ?? [])];
    return answer(context, parts.join('\n'), { ok: count === 0 });
  },
});

export { type DirectoryContext, type DirectoryDeps, DirectoryResult } from './context';

/** All of them, as a model is offered them. A new tool is one file and one line. */
export const DIRECTORY_TOOLS: readonly DirectoryTool[] = [
  listTool,
  globTool,
  searchTool,
  codeGraphTool,
  gitHistoryTool,
  readTool,
  editTool,
  diffTool,
  runTestsTool,
  runCheckTool,
  runCommandTool,
  diagnosticsTool,
  askUserTool,
  finishTool,
  answerTool,
];
