import { isSecretFile } from '../../../domain/files/secret-names';
import { type Forbidden, requestRules } from '../../request-rules';
import type { DirectoryContext } from './context';

/**
 * Reason why a path may not change: the rules of a request, and for secrets. A file counts as new as long as the run began
 * without it, so that the run can mend its own tests.
 */
export async function rulesOf(context: DirectoryContext): Promise<Forbidden> {
  const rules = await requestRules(context, context);
  const began = new Set((await context.trees.list(context.base)).map(({ path }) => path));
  return (path, exists) =>
    exists && isSecretFile(path) ? 'holds secrets by its name' : rules(path, began.has(path));
}
