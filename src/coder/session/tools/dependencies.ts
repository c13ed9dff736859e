import type { Language } from '../../../domain/run/input';
import { dependencyTrigger, assessDependencies } from '../../../domain/dependencies/assess';
import { findingLine, findingsText, sortedFindings } from '../../../domain/session/findings';
import { dependencyFacts } from '../dependency-facts';
import { keepDetail, keepMaterial } from '../keep';
import { openTexts } from '../texts';
import type { Handler } from '../types';

const LISTED_FINDINGS = 200;
const LISTED_PACKAGES = 300;

interface Words {
  none: string;
  counts: (manifests: number, packages: number) => string;
  offline: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    none: 'The project has no manifest of npm, Python, Go or Cargo.',
    counts: (manifests, packages) => `Manifests: ${manifests}, declared packages: ${packages}.`,
    offline:
      'Newer versions and known vulnerabilities were not looked up: commands run without a network. Run `npm outdated` and `npm audit`, or what your package manager has for it.',
  },
  ko: {
    none: '프로젝트에 npm, Python, Go, Cargo 매니페스트가 없습니다.',
    counts: (manifests, packages) => `매니페스트 ${manifests}개, 선언된 패키지 ${packages}개.`,
    offline:
      '명령은 네트워크 없이 실행되므로 새 버전과 알려진 취약점은 확인하지 않았습니다. `npm outdated`와 `npm audit` 또는 사용하는 패키지 관리자의 같은 명령을 실행하세요.',
  },
  zh: {
    none: '项目中没有 npm、Python、Go 或 Cargo 的清单文件。',
    counts: (manifests, packages) => `清单文件 ${manifests} 个，声明的包 ${packages} 个。`,
    offline:
      '命令在无网络环境中运行，因此没有查询新版本和已知漏洞。请运行 `npm outdated` 和 `npm audit`，或您的包管理器的相应命令。',
  },
};

/** Examines the dependencies of a project by its manifests, lock files and imports. */
export const examineDependencies: Handler = async (deps, { task, directory }, { signal }) => {
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const facts = await dependencyFacts(await openTexts(deps, task.files.tree), navigation);
  const words = WORDS[task.language];
  const { manifests } = facts;
  if (manifests.length === 0) return { status: 'lacking', answer: words.none };
  const findings = sortedFindings(assessDependencies(facts));
  const declared = manifests.flatMap((one) => one.declared.map((each) => ({ ...each, path: one.path })));
  const counts = words.counts(manifests.length, declared.length);
  const answer = [counts, findingsText(findings, task.language), words.offline].join('\n');
  const packages = declared
    .slice(0, LISTED_PACKAGES)
    .map(({ name, range, kind }) => `${name} ${range} (${kind})`);
  return {
    status: 'done',
    answer: deps.redact(answer),
    detail: await keepDetail(deps, { findings, declared }),
    material: await keepMaterial(
      deps,
      [
        words.offline,
        `Findings:\n${findings.slice(0, LISTED_FINDINGS).map(findingLine).join('\n') || '(none)'}`,
        `Declared:\n${packages.join('\n')}`,
      ].join('\n\n'),
    ),
    files: [...new Set([...manifests.map(({ path }) => path), ...findings.map(({ path }) => path)])],
    ...dependencyTrigger(findings),
  };
};
