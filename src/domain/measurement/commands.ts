import { z } from 'zod';

/** A command that is measured, and the words that people know it by. */
export interface MeasuredCommand {
  /** As `sh -c` takes it. */
  readonly command: string;
  /** `npm run bench`, or the command itself. */
  readonly label: string;
}

/** Words that a command follows directly in a request. */
const LEADS = [
  'profile',
  'benchmark',
  'measure',
  '프로파일',
  '프로파일링',
  '벤치마크',
  '측정',
  '분석',
  '测量',
  '基准',
];
/** Programs that a request names without quotes. */
const PROGRAMS = [
  'node',
  'npm',
  'npx',
  'yarn',
  'pnpm',
  'python',
  'python3',
  'tsx',
  'deno',
  'bun',
  'go',
  'cargo',
  'make',
];
/** Programs that begin an English sentence as well. */
const VERBS = ['go', 'make'];
const LONGEST_COMMAND = 1_000;

/** The command that a request names: in backquotes, or by a known program. Undefined where it names none. */
export function namedCommand(text: string): string | undefined {
  const quoted = /`([^`\n]{1,1000})`/.exec(text)?.[1]?.trim();
  if (quoted !== undefined && quoted.includes(' ')) return quoted;
  const words = text.slice(0, LONGEST_COMMAND * 4).split(/\s+/);
  const at = words.findIndex((word, index) => PROGRAMS.includes(word) && isLead(words[index - 1], word));
  if (at < 0) return quoted;
  const command = words.slice(at).join(' ');
  return command.length > LONGEST_COMMAND ? undefined : command;
}

/** True for a word that a command follows; the first word of a request has none before it. */
function isLead(word: string | undefined, program: string): boolean {
  if (word === undefined) return !VERBS.includes(program);
  const bare = word.toLowerCase().replace(/[:：,]$/, '');
  return LEADS.some(
    (lead) => bare === lead || (lead.length > 1 && bare.startsWith(lead) && !/^[a-z]/.test(lead)),
  );
}

const Manifest = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

/** Commands to measure, the best first: the one that is named, else the package's own scripts of these names. */
export function measuredCommands(
  text: string,
  manifest: string | undefined,
  scripts: readonly string[] = ['bench', 'benchmark', 'start', 'test'],
): readonly MeasuredCommand[] {
  const known = scriptsOf(manifest);
  const named = namedCommand(text);
  if (named !== undefined) return [expanded(named, known)];
  return scripts.flatMap((name) => {
    const body = known[name];
    return body === undefined ? [] : [{ command: withBins(body), label: `npm run ${name}` }];
  });
}

/** The script's own text in place of `npm run`: npm would be measured with it. */
function expanded(command: string, scripts: Readonly<Record<string, string>>): MeasuredCommand {
  const name = /^(?:npm|pnpm|yarn)(?: run)?(?: --?silent| -s)? ([\w:.-]{1,100})$/.exec(command)?.[1] ?? '';
  const body = Object.hasOwn(scripts, command)
    ? scripts[command]
    : Object.hasOwn(scripts, name)
      ? scripts[name]
      : undefined;
  return { command: withBins(body ?? command), label: command };
}

function withBins(command: string): string {
  return `PATH="$PWD/node_modules/.bin:$PATH"; export PATH; ${command}`;
}

function scriptsOf(manifest: string | undefined): Readonly<Record<string, string>> {
  try {
    return Manifest.safeParse(JSON.parse(manifest ?? '{}')).data?.scripts ?? {};
  } catch {
    return {};
  }
}
