import {
  type Navigation,
  openNavigation,
  sourceText,
  storeCache,
  type RepositoryMap,
  type SearchHit,
} from '../../codebase/navigation';
import { wholeNumber, type Config } from '../../config';
import { EXIT } from '../../domain/kintsugi-error';
import { folderAndText, folderArgument, readFolderAndText } from './folder-argument';
import { valueBy } from './option-value';
import { createOutput, type Output } from './output';
import { homePaths } from '../../machine/paths';
import { openStore } from '../../store';
import { listSources } from '../list-sources';
import { plural } from '../../domain/text';
import { shownName } from '../../domain/shown';
import type { Cli } from './command-names';

interface NavigationFlags {
  json?: boolean;
  limit?: number;
  tokens?: number;
}

/** A question about the code of a directory: its command, and the answer for programs and for people. */
interface NavigationCommand {
  readonly name: string;
  readonly description: string;
  /** Subject of the question, besides the directory. */
  readonly subject?: readonly [name: string, description: string];
  readonly options: readonly (keyof typeof OPTIONS)[];
  answer(navigation: Navigation, subject: string, flags: NavigationFlags, output: Output): Promise<Answer>;
}

interface Answer {
  readonly json: unknown;
  readonly lines: readonly string[];
}

const OPTIONS = {
  limit: ['--limit <n>', 'most results (10)'],
  tokens: ['--tokens <n>', 'length of the map, in tokens of four characters (2000)'],
} as const;

const TOKENS = 2_000;

const COMMANDS: readonly NavigationCommand[] = [
  {
    name: 'search',
    description:
      'find the code that a question is about, in English, Korean or Chinese words or by parts of names',
    subject: ['question', 'what to find; texts in quotation marks are found as they are'],
    options: ['limit'],
    answer: async (navigation, question, { limit }, output) => {
      const hits = await navigation.search(question, { limit });
      return { json: { version: 1, question, hits }, lines: renderHits(hits, output) };
    },
  },
  {
    name: 'map',
    description: 'outline the files and declarations that matter most, in a given number of tokens',
    options: ['tokens'],
    answer: async (navigation, _, { tokens = TOKENS }) => {
      const map = navigation.map(tokens);
      return { json: { version: 1, ...map, cycles: navigation.cycles() }, lines: renderMap(map, navigation) };
    },
  },
];

/** Adds the commands that find their way in the code of a directory. They need no server. */
export function addNavigationCommands({ program, config, exit }: Cli): void {
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.description);
    if (entry.subject) folderAndText(command, ...entry.subject);
    else folderArgument(command);
    for (const name of entry.options) {
      const [flag, help] = OPTIONS[name];
      command.option(flag, help, valueBy(wholeNumber));
    }
    command.option('--json', 'print JSON').action(async () => {
      const [dir, subject] = entry.subject ? readFolderAndText(command) : [command.args[0] ?? '.', ''];
      await run(config(), dir, entry, subject, command.opts<NavigationFlags>());
      exit(EXIT.healed);
    });
  }
}

async function run(
  config: Config,
  dir: string,
  { answer }: NavigationCommand,
  subject: string,
  flags: NavigationFlags,
): Promise<void> {
  const output = createOutput({ json: flags.json ?? false, color: config.color });
  output.progress('reading the sources');
  const { json, lines } = await withNavigation(config, dir, (navigation) =>
    answer(navigation, subject, flags, output),
  );
  output.clearProgress();
  if (flags.json) output.print(JSON.stringify(json));
  else for (const line of lines) output.print(line);
}

/**
 * Opens the navigation of a directory while `use` runs, without a server. Its index is kept in the store of the data folder. Throws a
 * sentence for a path that is no directory, or can't be a project.
 */
async function withNavigation<T>(
  config: Config,
  path: string,
  use: (navigation: Navigation, directory: string) => Promise<T>,
): Promise<T> {
  const listed = await listSources(config, path);
  const { directory, tree, files, read } = listed;
  const text = (file: string): Promise<string | undefined> => {
    const bytes = read(file);
    return Promise.resolve(bytes && sourceText(bytes));
  };
  const store = await openStore(homePaths(config.home).store);
  try {
    const cache = storeCache(store, directory);
    return await use(await openNavigation({ name: tree, files, text }, { cache }), directory);
  } finally {
    await store.close();
  }
}

/** Lines of `search`. */
function renderHits(hits: readonly SearchHit[], output: Output): string[] {
  if (hits.length === 0) return ['Nothing was found: try other words, or a part of a name.'];
  return hits.flatMap((hit, index) => [...(index === 0 ? [] : ['']), ...hitLines(hit, output)]);
}

function hitLines({ path, range, symbolId, snippet, snippetLine, why }: SearchHit, output: Output): string[] {
  const symbol = symbolId === undefined ? '' : `  ${shownName(symbolId.slice(path.length + 1))}`;
  const ways = why.map(({ way, rank }) => `${way} ${rank}`).join(', ');
  const place = `${shownName(path)}:${range.startLine}`;
  return [
    `${output.paint('bold', place)}${symbol}  ${output.paint('dim', `(${ways})`)}`,
    ...snippet
      .split('\n')
      .map((line, index) => `  ${String(snippetLine + index).padStart(5)}  ${shownLine(line)}`),
  ];
}

/** Lines of `map`. */
function renderMap({ text, files, total, tokens }: RepositoryMap, navigation: Navigation): string[] {
  const circles = navigation.cycles().length;
  const shown = files.length < total ? `${files.length} of ${plural(total, 'file')}` : plural(total, 'file');
  return [
    ...text.split('\n').map(shownName),
    '',
    `${shown}, about ${plural(tokens, 'token')}; ${plural(circles, 'circle')} of imports`,
  ];
}

/** A line of a file as a terminal may show it. */
function shownLine(line: string): string {
  return shownName(line.replaceAll('\t', '  ').trimEnd());
}
