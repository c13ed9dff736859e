import { commitPlan, isOfPeople, planSummary } from '../../../domain/session/commit';
import { STATE_WORDS } from '../../../domain/session/state-words';
import { keepDetail, keepMaterial } from '../project-files';
import type { Handler } from '../types';

const WORDS = {
  en: {
    nothing:
      'There is nothing to commit: the session has no changes that are not committed. Ask to commit my changes for those that you made yourself.',
    secret: (paths: string) => `Left out, since these hold secrets by their names: ${paths}.`,
    same: 'There is nothing to commit: the last commit has these files already.',
    taken: (branch: string) => `The branch ${branch} is there already: check it out first, or name another.`,
    proposed: 'Proposed',
    staged: (paths: string) =>
      `You have staged these files yourself; the commit takes them as they stand in the directory: ${paths}.`,
  },
  ko: {
    nothing:
      '커밋할 것이 없습니다. 세션에 커밋되지 않은 변경이 없습니다. 직접 변경한 것은 내 변경 사항을 커밋해 달라고 요청하세요.',
    secret: (paths: string) => `이름으로 보아 비밀이 든 파일이라 제외했습니다: ${paths}.`,
    same: '커밋할 것이 없습니다. 마지막 커밋에 이미 이 파일들이 있습니다.',
    taken: (branch: string) =>
      `${branch} 브랜치가 이미 있습니다. 먼저 체크아웃하거나 다른 이름을 알려 주세요.`,
    proposed: '제안',
    staged: (paths: string) =>
      `직접 스테이징한 파일이 있습니다. 커밋에는 디렉터리의 내용이 들어갑니다: ${paths}.`,
  },
  zh: {
    nothing: '没有可提交的内容：会话没有未提交的更改。要提交您自己的修改，请说“提交我的修改”。',
    secret: (paths: string) => `以下文件从名称看含有机密，已排除：${paths}。`,
    same: '没有可提交的内容：最近的提交已包含这些文件。',
    taken: (branch: string) => `分支 ${branch} 已存在：请先检出它，或使用其他名称。`,
    proposed: '提议',
    staged: (paths: string) => `您已自行暂存这些文件；提交采用目录中的内容：${paths}。`,
  },
};

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
