import { inLanguages } from '../../../domain/run/language';
import {
  dependencyTrigger,
  assessDependencies,
  type DependencyFacts,
} from '../../../domain/dependencies/assess';
import {
  managerAsks,
  MOST_ASKS,
  type News,
  newsCommand,
  newsFrom,
  NEWS_FOLDER,
} from '../../../domain/dependencies/package-news';
import { deniedCheck } from '../../../domain/heal/checks';
import { findingLine, findingsText, sortedFindings } from '../../../domain/session/findings';
import { dependencyFacts } from '../dependency-facts';
import { keepDetail, keepMaterial, runOnFiles } from '../project-files';
import { openTexts } from '../texts';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from '../types';

const LISTED_FINDINGS = 200;
const LISTED_PACKAGES = 300;

const WORDS = inLanguages({
  en: {
    none: 'The project has no manifest of npm, Python, Go or Cargo.',
    counts: (manifests: number, packages: number) =>
      `Manifests: ${manifests}, declared packages: ${packages}.`,
    unasked:
      'Newer versions and known vulnerabilities were not looked up: ask for outdated or vulnerable packages.',
    unanswered: (commands: string) =>
      `Nothing is known where the package manager gave no answer, since commands run without a network, it is not installed, or there were more than ${MOST_ASKS} questions: run ${commands} yourself.`,
    answered: (commands: string) => `Asked: ${commands}.`,
  },
  ko: {
    none: '프로젝트에 npm, Python, Go, Cargo 매니페스트가 없습니다.',
    counts: (manifests, packages) => `매니페스트 ${manifests}개, 선언된 패키지 ${packages}개.`,
    unasked: '새 버전과 알려진 취약점은 확인하지 않았습니다. 오래되었거나 취약한 패키지를 물어보세요.',
    unanswered: (commands) =>
      `명령은 네트워크 없이 실행되거나, 패키지 관리자가 설치되어 있지 않거나, 질문이 ${MOST_ASKS}개를 넘어 답을 얻지 못했으므로 알 수 없습니다. 직접 실행하세요: ${commands}.`,
    answered: (commands) => `확인함: ${commands}.`,
  },
  zh: {
    none: '项目中没有 npm、Python、Go 或 Cargo 的清单文件。',
    counts: (manifests, packages) => `清单文件 ${manifests} 个，声明的包 ${packages} 个。`,
    unasked: '没有查询新版本和已知漏洞：请询问过时或有漏洞的包。',
    unanswered: (commands) =>
      `命令在无网络环境中运行、未安装包管理器，或问题超过 ${MOST_ASKS} 个，没有得到回答，因此情况未知：请自行运行 ${commands}。`,
    answered: (commands) => `已查询：${commands}。`,
  },
});

/** Examines the dependencies of a project by its manifests, lock files and imports. */
export const examineDependencies: Handler = async (deps, input, context) => {
  const { task, directory } = input;
  const { signal } = context;
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const facts = await dependencyFacts(await openTexts(deps, task.files.tree), navigation);
  const words = WORDS[task.language];
  const { manifests } = facts;
  if (manifests.length === 0) return { status: 'lacking', answer: words.none };
  const news = NEWS.test(task.text) ? await packageNews(deps, input, context, facts) : undefined;
  const findings = sortedFindings([...assessDependencies(facts), ...(news?.findings ?? [])]);
  const told = news
    ? [...said(news.answered, words.answered), ...said(news.unanswered, words.unanswered)]
    : [words.unasked];
  const declared = manifests.flatMap((one) => one.declared.map((each) => ({ ...each, path: one.path })));
  const counts = words.counts(manifests.length, declared.length);
  const answer = [counts, findingsText(findings, task.language), ...told].join('\n');
  const packages = declared
    .slice(0, LISTED_PACKAGES)
    .map(({ name, range, kind }) => `${name} ${range} (${kind})`);
  return {
    // Where no manager answered, the question is open.
    status: news && news.answered === '' ? 'lacking' : 'done',
    answer: deps.redact(answer),
    detail: await keepDetail(deps, { findings, declared }),
    material: await keepMaterial(
      deps,
      [
        ...told,
        `Findings:\n${findings.slice(0, LISTED_FINDINGS).map(findingLine).join('\n') || '(none)'}`,
        `Declared:\n${packages.join('\n')}`,
      ].join('\n\n'),
    ),
    files: [...new Set([...manifests.map(({ path }) => path), ...findings.map(({ path }) => path)])],
    ...dependencyTrigger(findings),
  };
};

/** Words for packages that are out of date or unsafe. */
const NEWS =
  /\boutdated\b|\bout of date\b|\bvulnerab|\baudit|\bCVEs?\b|\b(?:newer|latest|new) versions?\b|\bup[- ]to[- ]date\b|\bupgrad|\binsecure\b|오래된|오래되|취약|최신|업그레이드|새 버전|过时|过期|漏洞|最新|升级|新版本|安全/i;
const NEWS_MS = 120_000;

/** Answers of the package managers; commands by what people type. */
async function packageNews(
  deps: SessionDeps,
  input: HandlerInput,
  context: HandlerContext,
  { manifests, locks }: DependencyFacts,
): Promise<News> {
  const denied = deniedCheck(input.detect);
  const asks = managerAsks(manifests, locks).filter(({ command }) => denied(command) === undefined);
  const ask = { command: newsCommand(asks), timeoutMs: NEWS_MS, collect: NEWS_FOLDER };
  const { collected } = await runOnFiles(deps, input, ask, context);
  const texts = new Map(collected.map(({ name, bytes }) => [name, String(bytes)]));
  return newsFrom(asks, texts);
}

function said(commands: string, words: (commands: string) => string): string[] {
  return commands === '' ? [] : [words(commands)];
}
