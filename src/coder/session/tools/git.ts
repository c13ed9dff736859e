import { inEachLanguage } from '../../../domain/run/said';
import { commitPlan, isOfPeople, planSummary } from '../../../domain/session/commit';
import { STATE_WORDS } from '../../../domain/session/state-words';
import { keepDetail, keepMaterial } from '../project-files';
import type { Handler } from '../types';

const WORDS = inEachLanguage((say) => ({
  nothing: say`There is nothing to commit: the session has no changes that are not committed. Ask to commit my changes for those that you made yourself.`,
  secret: (paths: string) => say`Left out, since these hold secrets by their names: ${paths}.`,
  same: say`There is nothing to commit: the last commit has these files already.`,
  taken: (branch: string) => say`The branch ${branch} is there already: check it out first, or name another.`,
  proposed: say`Proposed`,
  staged: (paths: string) =>
    say`You have staged these files yourself; the commit takes them as they stand in the directory: ${paths}.`,
}));

/** Proposes a commit of the session's changes, or of all that people changed where they ask so: branch, message, files. It is made once people have approved it. */
export const proposeCommit: Handler = async (deps, { task, repository }) => {
  const words = WORDS[task.language];
  if (!repository) throw new Error('the repository is looked at before a commit is proposed');
  if (repository.status === 'unfit')
    return {
      ...{ status: 'lacking', answer: repository.reason },
      ...(repository.hasConflicts && { trigger: 'conflict_found', reason: repository.reason }),
    };
  const { secret = [] } = repository;
  if (repository.paths.length === 0 && secret.length === 0 && !isOfPeople(task.text))
    return { status: 'done', answer: words.nothing };
  if (repository.files.length === 0) return { status: 'done', answer: words.same };
  const plan = commitPlan(task, repository);
  if (repository.isTaken) return { status: 'lacking', answer: words.taken(plan.branch) };
  const message = deps.redact(plan.message);
  const warnings = [
    ...(repository.staged.length > 0 ? [words.staged(repository.staged.join(', '))] : []),
    ...(secret.length > 0 ? [words.secret(secret.join(', '))] : []),
  ];
  const answer = [`${words.proposed}: ${planSummary({ ...plan, message }, task.language)}`, ...warnings].join(
    '\n',
  );
  return {
    status: 'done',
    answer: deps.redact(answer),
    commit: { ...plan, message },
    detail: await keepDetail(deps, { plan, repository }),
    material: await keepMaterial(
      deps,
      `Write the message of this commit in one fenced block (\`\`\`): a subject in the imperative, at most 72 characters, then why.\n\n${message}\n${repository.excerpt}`,
    ),
    warnings,
    files: repository.files.map(({ path }) => path),
    trigger: 'committed',
    reason: STATE_WORDS[task.language].committed,
  };
};
