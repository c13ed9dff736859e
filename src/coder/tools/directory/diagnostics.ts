import { z } from 'zod';
import { isSecretFile } from '../../../domain/files/secret-names';
import { answer, failure, shownPath } from './answers';
import { tool } from './context';
import { changedFiles, problemsText } from './problems';
import { givenPath } from './tree-paths';

const MOST_PATHS = 50;

/** Syntax and type errors of files as they are now. */
export const diagnosticsTool = tool({
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
