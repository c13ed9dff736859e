import { inEachLanguage } from '../../../domain/run/said';
import { classOfFile } from '../../../domain/navigation/file-class';
import { mentionedPaths } from '../../../domain/session/mentioned';
import { specItems, type SpecItem } from '../../../domain/specification/items';
import {
  declaredTerms,
  fitsItem,
  specTrigger,
  statusOf,
  type FileWords,
  type ItemStatus,
  type CheckedItem,
} from '../../../domain/specification/status';
import { excerpt } from '../../../domain/text';
import type { Navigation } from '../../../codebase/navigation';
import { keepDetail, keepMaterial } from '../project-files';
import { openTexts } from '../texts';
import type { Handler, HandlerContext } from '../types';

const MOST_SPECS = 3;
const MOST_ITEMS = 60;
const MOST_HITS = 12;
const SHOWN_ITEMS = 25;
const SHOWN_PLACES = 3;
const ITEM_CHARS = 120;
const SPEC_CHARS = 12_000;
const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
/** Names of specifications, the surest first. */
const SPEC_NAMES: readonly RegExp[] = [
  /(?:^|\/)[^/]{0,80}(?:spec|requirement|prd|srs|요구|명세|需求|规格)[^/]{0,80}$/i,
  /^docs?\/[^/]{1,100}$/i,
  /^readme\.[^/]{1,10}$/i,
];

const WORDS = inEachLanguage((say) => ({
  none: say`No specification with items was found: name a Markdown file with lists or with sentences that say "must".`,
  counts: (met: number, untested: number, missing: number) =>
    say`met: ${met}, without a test: ${untested}, missing: ${missing}`,
  met: say`met`,
  untested: say`no test`,
  missing: say`missing`,
}));

type Words = (typeof WORDS)['en'];

export const compareSpecification: Handler = async (deps, { task, directory }, context) => {
  const { tree } = task.files;
  const navigation = await deps.navigate({ directory, tree }, context.signal);
  const texts = await openTexts(deps, tree);
  const words = WORDS[task.language];
  const specs: { path: string; text: string; items: SpecItem[] }[] = [];
  for (const path of specPaths(task.text, texts.paths)) {
    const text = (await texts.text(path)) ?? '';
    const items = specItems(text);
    if (items.length > 0) specs.push({ path, text, items });
    // One specification that says so by its name is enough.
    if (specs.length >= MOST_SPECS || (specs.length > 0 && SPEC_NAMES[0]?.test(path))) break;
  }
  if (specs.length === 0) return { status: 'lacking', answer: words.none };
  const checked = await checkItems(
    navigation,
    specs.flatMap(({ items }) => items).slice(0, MOST_ITEMS),
    context,
  );
  const table = tableOf(checked, words);
  const counted = (wanted: ItemStatus): number => checked.filter(({ status }) => status === wanted).length;
  const named = specs.map(({ path }) => path).join(', ');
  const head = `${named}: ${words.counts(counted('met'), counted('untested'), counted('missing'))}`;
  const text = specs.map((one) => `${one.path}\n${excerpt(one.text, SPEC_CHARS)}`).join('\n\n');
  return {
    status: 'done',
    answer: deps.redact([head, ...table.slice(0, SHOWN_ITEMS + 2)].join('\n')),
    detail: await keepDetail(deps, { specifications: specs.map(({ path }) => path), items: checked }),
    material: await keepMaterial(deps, [head, table.join('\n'), text].join('\n\n')),
    files: [
      ...new Set([...specs.map(({ path }) => path), ...checked.flatMap(({ code }) => code.map(fileOf))]),
    ],
    ...specTrigger(checked),
  };
};

/** Files that may hold the specification: those that the request names; else by their names. */
function specPaths(text: string, paths: readonly string[]): string[] {
  const markdown = paths.filter((path) => MARKDOWN.test(path) && classOfFile(path) !== 'vendored');
  const named = mentionedPaths(text, markdown);
  if (named.length > 0) return named;
  return [...new Set(SPEC_NAMES.flatMap((pattern) => markdown.filter((path) => pattern.test(path))))];
}

async function checkItems(
  navigation: Navigation,
  items: readonly SpecItem[],
  { signal, progress }: HandlerContext,
): Promise<CheckedItem[]> {
  const known = new Map<string, FileWords>();
  const checked: CheckedItem[] = [];
  for (const item of items) {
    signal.throwIfAborted();
    progress(`item ${checked.length + 1} of ${items.length}`);
    checked.push(await checkItem(navigation, item, known));
  }
  return checked;
}

async function checkItem(
  navigation: Navigation,
  item: SpecItem,
  known: Map<string, FileWords>,
): Promise<CheckedItem> {
  const hits = await navigation.search(item.text, { limit: MOST_HITS, tests: true });
  const fitting = hits.filter(({ path }) => fitsItem(item.text, wordsOf(navigation, path, known)));
  const code = fitting.filter(({ path }) => classOfFile(path) === 'source');
  const users = code.flatMap(({ path }) => navigation.dependents(path) ?? []);
  const near = users.filter((path) => fitsItem(item.text, wordsOf(navigation, path, known)));
  const tests = [...fitting.map(({ path }) => path), ...near].filter((path) => classOfFile(path) === 'test');
  const places = code.map(({ path, range }) => `${path}:${range.startLine}`);
  return { item, status: statusOf(places, tests), code: places, tests: [...new Set(tests)] };
}

function wordsOf(navigation: Navigation, path: string, known: Map<string, FileWords>): FileWords {
  const found = known.get(path);
  if (found) return found;
  const { names = [], terms = [], symbols = [], language } = navigation.facts(path) ?? {};
  const isCode = language !== undefined;
  const held = new Set(isCode ? terms : []);
  // A test declares next to nothing: all that it says counts.
  const declared = classOfFile(path) === 'test' ? held : declaredTerms(path, isCode ? symbols : []);
  const words = { names: new Set(isCode ? names : []), terms: held, declared };
  known.set(path, words);
  return words;
}

function tableOf(checked: readonly CheckedItem[], words: Words): string[] {
  const cell = (texts: readonly string[]): string => texts.slice(0, SHOWN_PLACES).join(', ') || '-';
  return [
    '| item | status | code | tests |',
    '| --- | --- | --- | --- |',
    ...checked.map(
      ({ item, status, code, tests }) =>
        `| ${item.line}: ${item.text.slice(0, ITEM_CHARS).replaceAll('|', '/')} | ${words[status]} | ${cell(code)} | ${cell(tests)} |`,
    ),
  ];
}

function fileOf(place: string): string {
  return place.slice(0, place.lastIndexOf(':'));
}
