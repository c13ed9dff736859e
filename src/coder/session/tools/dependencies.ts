import { inEachLanguage } from '../../../domain/run/said';
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

const WORDS = inEachLanguage((say) => ({
  none: say`The project has no manifest of npm, Python, Go or Cargo.`,
  counts: (manifests: number, packages: number) =>
    say`Manifests: ${manifests}, declared packages: ${packages}.`,
  unasked: say`Newer versions and known vulnerabilities were not looked up: ask for outdated or vulnerable packages.`,
  unanswered: (commands: string) =>
    say`Nothing is known where the package manager gave no answer, since commands run without a network, it is not installed, or there were more than ${MOST_ASKS} questions: run ${commands} yourself.`,
  answered: (commands: string) => say`Asked: ${commands}.`,
}));

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
