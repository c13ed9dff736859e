import { inEachLanguage } from '../../../domain/run/said';
import {
  compareTimes,
  interleaved,
  runsWithin,
  sideTimes,
  type TimeComparison,
} from '../../../domain/measurement/compare';
import { measuredCommands } from '../../../domain/measurement/commands';
import type { TreeHash } from '../../../domain/ids';
import type { Handled } from '../../../domain/session/handling';
import { excerpt } from '../../../domain/text';
import { keepDetail, keepMaterial, runOnFiles, textAt } from '../project-files';
import type { Handler, HandlerContext, HandlerInput, SessionDeps } from '../types';
import { shellWord } from '../../../domain/shell-word';

/** Time of all measured runs together, ms. */
const BUDGET_MS = 300_000;
const RUN_TIMEOUT_MS = 60_000;
const OUTPUT_CHARS = 800;

type Side = 'before' | 'after';
type Times = Record<Side, number[]>;

const WORDS = inEachLanguage((say) => ({
  none: say`There is no command to measure: name one in backquotes, for example \`node bench.js\`.`,
  failed: (label: string, side: string) => say`\`${label}\` does not end well (${side}):`,
  slow: (label: string) =>
    say`\`${label}\` takes too long: ten runs of each side do not fit into five minutes.`,
  alone: say`The files are as they were when the session began, so there is nothing to compare with.`,
  sides: {
    before: say`before`,
    after: say`after`,
  },
  verdicts: {
    slower: say`Slower`,
    faster: say`Faster`,
    'no-difference': say`No difference that is sure`,
  },
  runs: say`runs`,
}));

/** Measures a command on the files of the session's begin and on the present ones, in turns, and compares its times. */
export const benchmark: Handler = async (deps, input, context) => {
  const { task } = input;
  const words = WORDS[task.language];
  const manifest = await textAt(deps, task.files.tree, 'package.json');
  const [measured] = measuredCommands(task.text, manifest);
  if (!measured) return { status: 'lacking', answer: words.none };
  const { label, command } = measured;
  const trees = treesOf(input);
  const sides = Object.keys(trees) as Side[];
  const measure = (side: Side) =>
    timed(deps, input, { command, tree: trees[side] ?? task.files.tree }, context);
  const failure = (side: Side, failed: string): Handled => {
    return { status: 'failed', answer: deps.redact(`${words.failed(label, words.sides[side])}\n${failed}`) };
  };
  let roundMs = 0;
  for (const side of sides) {
    const warm = await measure(side);
    if ('failed' in warm) return failure(side, warm.failed);
    roundMs += warm.wholeMs;
  }
  const runs = runsWithin(BUDGET_MS, roundMs);
  if (runs === undefined) return { status: 'lacking', answer: words.slow(label) };
  const times: Times = { before: [], after: [] };
  for (const side of interleaved(runs).filter((one) => sides.includes(one))) {
    const run = await measure(side);
    if ('failed' in run) return failure(side, run.failed);
    times[side].push(run.ms);
    context.progress(`${label}: run ${times.before.length + times.after.length} of ${runs * sides.length}`);
  }
  return outcome(deps, input, label, times);
};

/** The two sides; the present files alone where nothing has changed since the session began. */
function treesOf({ task: { files, base } }: HandlerInput): Partial<Record<Side, TreeHash>> {
  return base && base.tree !== files.tree ? { before: base.tree, after: files.tree } : { after: files.tree };
}

async function timed(
  deps: SessionDeps,
  input: HandlerInput,
  { command, tree }: { command: string; tree: TreeHash },
  context: HandlerContext,
): Promise<{ ms: number; wholeMs: number } | { failed: string }> {
  const startedMs = performance.now();
  const ask = { command: timedCommand(command), timeoutMs: RUN_TIMEOUT_MS, collect: TIME_FOLDER, tree };
  const { report, collected } = await runOnFiles(deps, input, ask, context);
  if (report.end !== 'completed' || report.exitCode !== 0)
    return { failed: excerpt(`${report.end}\n${report.stderr || report.stdout}`, OUTPUT_CHARS) };
  const texts = Object.fromEntries(collected.map(({ name, bytes }) => [name, String(bytes)]));
  return { ms: timeIn(texts) ?? report.durationMs, wholeMs: performance.now() - startedMs };
}

async function outcome(
  deps: SessionDeps,
  { task }: HandlerInput,
  label: string,
  times: Times,
): Promise<Handled> {
  const words = WORDS[task.language];
  const { after } = times;
  if (times.before.length === 0) {
    const answer = deps.redact(`${label}: ${sideText(sideTimes(after), words.runs)}\n${words.alone}`);
    return { status: 'done', answer, detail: await keepDetail(deps, { command: label, times }) };
  }
  const comparison = compareTimes(times.before, after);
  const answer = deps.redact(
    [
      `${words.verdicts[comparison.verdict]}: ${ratioText(comparison)}`,
      `- ${words.sides.before}: ${sideText(comparison.before, words.runs)}`,
      `- ${words.sides.after}: ${sideText(comparison.after, words.runs)}`,
      `\`${label}\``,
    ].join('\n'),
  );
  return {
    status: 'done',
    answer,
    detail: await keepDetail(deps, { command: label, times, comparison }),
    material: await keepMaterial(deps, answer),
    ...triggerOf(comparison),
  };
}

function triggerOf(comparison: TimeComparison): Pick<Handled, 'trigger' | 'reason'> {
  const reason = ratioText(comparison);
  switch (comparison.verdict) {
    case 'slower':
      return { trigger: 'regression_found', reason };
    case 'faster':
      return { trigger: 'improvement_confirmed', reason };
    case 'no-difference':
      return {};
  }
}

function ratioText({ ratio, interval: [low, high], chance }: TimeComparison): string {
  return `× ${ratio.toFixed(3)} (95 %: ${low.toFixed(3)} – ${high.toFixed(3)}; p = ${chance.toPrecision(2)})`;
}

function sideText({ medianMs, madMs, runs }: TimeComparison['before'], word: string): string {
  return `${medianMs.toFixed(1)} ms ± ${madMs.toFixed(1)} (${runs} ${word})`;
}

/** Folder that the moments of a run are written to, in the copy of the project. */
const TIME_FOLDER = '.kintsugi-time';

/** The command between two looks at the clock: making the copy and its isolation is no part of its time. */
function timedCommand(command: string): string {
  const now = (name: string): string => `date +%s%N > ${TIME_FOLDER}/${name}`;
  return `mkdir -p ${TIME_FOLDER} && ${now('start')}; sh -c ${shellWord(command)}; code=$?; ${now('end')}; exit $code`;
}

/** Time between the two looks, ms; undefined where the machine's clock has no nanoseconds. */
export function timeIn({ start = '', end = '' }: Readonly<Record<string, string>>): number | undefined {
  const [from, to] = [start.trim(), end.trim()];
  if (!/^\d{16,20}$/.test(from) || !/^\d{16,20}$/.test(to)) return undefined;
  const ms = Number(BigInt(to) - BigInt(from)) / 1e6;
  return ms > 0 ? ms : undefined;
}
