import { inEachLanguage } from '../../../domain/run/said';
import { CpuProfile, cpuTimes } from '../../../domain/measurement/cpu-profile';
import type { FunctionTime } from '../../../domain/measurement/call-times';
import { measuredCommands, type MeasuredCommand } from '../../../domain/measurement/commands';
import { PythonProfile, pythonTimes } from '../../../domain/measurement/python-profile';
import type { Handled } from '../../../domain/session/handling';
import { excerpt } from '../../../domain/text';
import { keepDetail, keepMaterial, runOnFiles, textAt } from '../project-files';
import type { CommandEnd, Handler, HandlerInput, SessionDeps } from '../types';

const TIMEOUT_MS = 120_000;
const SHOWN = 10;
const OUTPUT_CHARS = 800;

const WORDS = inEachLanguage((say) => ({
  none: say`There is no command to profile: name one in backquotes, for example \`node src/main.js\`.`,
  failed: (label: string) => say`\`${label}\` left no profile. It ended like this:`,
  bottleneck: (share: string, where: string) => say`${where} takes ${share} of the busy time itself.`,
  spread: say`No function of the project takes 20 % of the busy time itself.`,
  short: say`The project's own code ran for less than 100 ms: name a command that works longer.`,
  table: (label: string) => say`Profile of \`${label}\` (own time, whole time, share):`,
}));

/** Profiles a command of the project on a private copy: functions by their time, the project's own first. */
export const profile: Handler = async (deps, input, context) => {
  const { task } = input;
  const words = WORDS[task.language];
  const manifest = await textAt(deps, task.files.tree, 'package.json');
  const commands = measuredCommands(task.text, manifest);
  if (commands.length === 0) return { status: 'lacking', answer: words.none };
  let failed: Handled = { status: 'lacking', answer: words.none };
  for (const measured of commands) {
    const command = profiledCommand(measured.command);
    const ask = { command, timeoutMs: TIMEOUT_MS, collect: PROFILE_FOLDER };
    const end = await runOnFiles(deps, input, ask, context);
    const times = timesIn(end);
    // A script that serves until it is stopped, or fails at once, leaves no profile: the next may.
    if (times.length > 0) return outcome(deps, input, measured, times);
    const output = excerpt(end.report.stderr || end.report.stdout, OUTPUT_CHARS);
    const answer = `${words.failed(measured.label)} ${end.report.end}\n${output}`.trim();
    failed = { status: 'failed', answer: deps.redact(answer) };
  }
  return failed;
};

/** Times in what a command left; none of what can't be read. Processes that ran no code of the project, such as npm, count for nothing. */
function timesIn({ collected }: CommandEnd): readonly FunctionTime[] {
  const root = String(collected.find(({ name }) => name === ROOT_FILE)?.bytes ?? '').trim();
  const read = (suffix: string): unknown[] =>
    collected.filter(({ name }) => name.endsWith(suffix)).map(({ bytes }) => parsed(String(bytes)));
  const rows = read('.python.json').flatMap((one) => PythonProfile.safeParse(one).data ?? []);
  if (rows.length > 0) return pythonTimes(rows, root);
  const profiles = read('.cpuprofile').flatMap((one) => CpuProfile.safeParse(one).data ?? []);
  const own = profiles.filter((one) => cpuTimes([one], root).some(({ isOwn }) => isOwn));
  return cpuTimes(own, root);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function outcome(
  deps: SessionDeps,
  { task }: HandlerInput,
  { label }: MeasuredCommand,
  times: readonly FunctionTime[],
): Promise<Handled> {
  const words = WORDS[task.language];
  const finding = findBottleneck(times);
  const shown = times.slice(0, SHOWN);
  const told =
    finding.kind === 'bottleneck'
      ? words.bottleneck(percent(finding.hot.share), placeText(finding.hot))
      : finding.kind === 'spread'
        ? words.spread
        : words.short;
  const text = [told, words.table(label), ...shown.map(row)].join('\n');
  return {
    status: 'done',
    answer: deps.redact(text),
    detail: await keepDetail(deps, { command: label, times: times.slice(0, 500) }),
    material: await keepMaterial(deps, [text, ...times.slice(SHOWN, 60).map(row)].join('\n')),
    files: [...new Set(shown.flatMap(({ isOwn, file }) => (isOwn ? [file] : [])))],
    ...triggerOf(finding),
  };
}

function triggerOf(finding: ProfileFinding): Pick<Handled, 'trigger' | 'reason'> {
  switch (finding.kind) {
    case 'bottleneck':
      return {
        trigger: 'bottleneck_found',
        reason: `${placeText(finding.hot)} takes ${percent(finding.hot.share)}`,
      };
    case 'too-short':
      return { trigger: 'baseline_needed', reason: 'nothing ran long enough' };
    case 'spread':
      return {};
  }
}

function row(time: FunctionTime): string {
  const { selfMs, totalMs, share } = time;
  return `- ${placeText(time)}: ${selfMs.toFixed(1)} ms, ${totalMs.toFixed(1)} ms, ${percent(share)}`;
}

function placeText({ name, file, line }: FunctionTime): string {
  return file === '' ? name : `${name} (${file}:${line})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Own share of the busy time above which one function is a bottleneck. */
const BOTTLENECK_SHARE = 0.2;
/** Busy time below which a profile says nothing: most of it is the start of the engine, ms. */
const LEAST_BUSY_MS = 100;

type ProfileFinding =
  | { readonly kind: 'bottleneck'; readonly hot: FunctionTime }
  /** No function of the project stands out. */
  | { readonly kind: 'spread' }
  /** The project's own code hardly ran. */
  | { readonly kind: 'too-short' };

export function findBottleneck(times: readonly FunctionTime[]): ProfileFinding {
  const own = times.filter(({ isOwn }) => isOwn);
  const busyMs = times.reduce((sum, { selfMs }) => sum + selfMs, 0);
  const longestMs = Math.max(0, ...own.map(({ totalMs }) => totalMs));
  if (busyMs < LEAST_BUSY_MS || longestMs < LEAST_BUSY_MS) return { kind: 'too-short' };
  const [hot] = own;
  return hot && hot.share >= BOTTLENECK_SHARE ? { kind: 'bottleneck', hot } : { kind: 'spread' };
}

/** Folder that profiles are written to, in the copy of the project. */
const PROFILE_FOLDER = '.kintsugi-profile';
/** File in it that names the project's folder. */
const ROOT_FILE = 'root.txt';

/** A command that is one call of Python: what stands before the program, the program, its arguments. */
const PYTHON = /^((?:[^;&|]{0,300}; export PATH; )?)(python[\d.]{0,6}) ([^;&|<>]{1,1000})$/;
/** A call of Node: versions before 20.16 refuse the flag in `NODE_OPTIONS`. */
const NODE = /^((?:[^;&|]{0,300}; export PATH; )?)node (?=\S)/;

const DUMP =
  "import json,pstats,sys; s=pstats.Stats(sys.argv[1]); json.dump([[k[0],k[1],k[2],v[2],v[3]] for k,v in s.stats.items()],open(sys.argv[2],'w'))";

/** The command with a profiler on, which writes to `PROFILE_FOLDER`: of Python where it is one call of it, else of V8. */
export function profiledCommand(command: string): string {
  const begin = `mkdir -p ${PROFILE_FOLDER} && pwd -P > ${PROFILE_FOLDER}/${ROOT_FILE}; `;
  const python = PYTHON.exec(command);
  if (python) {
    const [, before = '', program = '', rest = ''] = python;
    const raw = `${PROFILE_FOLDER}/raw`;
    const dump = `${program} -c "${DUMP}" ${raw} ${PROFILE_FOLDER}/0.python.json`;
    return `${begin}${before}${program} -m cProfile -o ${raw} ${rest}; code=$?; ${dump}; exit $code`;
  }
  const flags = `--cpu-prof --cpu-prof-dir="$PWD/${PROFILE_FOLDER}"`;
  if (NODE.test(command))
    return begin + command.replace(NODE, (_, before: string) => `${before}node ${flags} `);
  return `${begin}NODE_OPTIONS="--cpu-prof --cpu-prof-dir=$PWD/${PROFILE_FOLDER}"; export NODE_OPTIONS; ${command}`;
}
