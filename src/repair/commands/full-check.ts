import { applyMutations } from '../search/mutation';
import { failuresOf } from '../../domain/verification/failed-checks';
import type { CheckReport, CommandCheck, VerificationReport } from '../../domain/verification/verification';
import { reportedBy } from '../../verifier';
import type { Edits, Fix } from '../mutation/trials';
import { JobFolder, put } from './trials/script';
import type { Bench } from './types';

/** Time that a whole check may take more than it took on the unchanged program. */
const FACTOR = 4;
const LEAST_MS = 10_000;

/** Runs all checks on an edited program. Undefined: nothing is repaired, or something broke. */
export async function verifyFully(
  bench: Bench,
  task: {
    edits: Edits;
    originals: ReadonlyMap<string, string>;
    commands: readonly CommandCheck[];
    report: VerificationReport;
    signal: AbortSignal;
  },
): Promise<Fix | undefined> {
  const { edits, originals, commands, report, signal } = task;
  const before = report.checks.filter(({ kind }) => kind === 'command');
  const reports: CheckReport[] = [];
  const files = new Set(edits.map(({ file }) => file));
  const texts = new Map(
    [...files].map((path) => [
      path,
      applyMutations(
        originals.get(path) ?? '',
        edits.filter(({ file }) => file === path),
      ),
    ]),
  );
  for (const check of commands) {
    const was = before.find(({ name }) => name === check.command);
    if (!was || was.end === 'not-run') continue;
    const ended = await runEdited(bench, { texts, originals, check, usualMs: was.durationMs, signal });
    reports.push(ended);
    if (breaks(was, ended, report)) return undefined;
  }
  return fixOf(edits, before, reports, report);
}

async function runEdited(
  bench: Bench,
  task: {
    texts: ReadonlyMap<string, string>;
    originals: ReadonlyMap<string, string>;
    check: CommandCheck;
    usualMs: number;
    signal: AbortSignal;
  },
): Promise<CheckReport> {
  const { texts, originals, check, usualMs, signal } = task;
  const folder = await JobFolder.make(bench);
  const [on, off]: [string[], string[]] = [[], []];
  for (const [path, text] of originals) {
    const name = `o${off.length}`;
    await folder.write(name, text);
    off.push(put(folder, name, path));
  }
  for (const [path, text] of texts) {
    const name = `m${on.length}`;
    await folder.write(name, text);
    on.push(put(folder, name, path));
  }
  await folder.write('on', [...off, ...on].join('\n'));
  await folder.write('off', off.join('\n'));
  const around = (line: string): string =>
    `sh ${folder.file('on')}; (${line}\n); code=$?; sh ${folder.file('off')}; rm -rf ${folder.word}; exit $code`;
  const timeoutMs = Math.min(check.timeoutMs, Math.max(LEAST_MS, FACTOR * usualMs));
  const reporting = check.reporting && { ...check.reporting, line: around(check.reporting.line) };
  const run = reportedBy((_tree, one, stop, options) => bench.run(one, stop, options));
  // The bench has its tree already; the hash that a check is run on means nothing to it.
  const ended = await run(
    '' as never,
    { ...check, reporting, timeoutMs, ...(!reporting && { command: around(check.command) }) },
    signal,
  );
  return { ...ended, name: check.command };
}

function breaks(was: CheckReport, now: CheckReport, { flaky }: VerificationReport): boolean {
  const ignored = new Set(flaky);
  const passed = new Set(now.tests.filter(({ status }) => status === 'passed').map(({ id }) => id));
  const lost = was.tests.some(({ status, id }) => status === 'passed' && !ignored.has(id) && !passed.has(id));
  const known = new Set(failuresOf(was).map(({ id }) => id));
  // A check that did not load before may fail by its tests now, which is progress.
  const loaded = was.tests.some(({ status }) => status === 'passed');
  return lost || (loaded && failuresOf(now).some(({ id }) => !known.has(id) && !ignored.has(id)));
}

function fixOf(
  edits: Edits,
  before: readonly CheckReport[],
  now: readonly CheckReport[],
  { flaky }: VerificationReport,
): Fix | undefined {
  const ignored = new Set(flaky);
  const left = new Set(now.flatMap(failuresOf).map(({ id }) => id));
  const fixed = before
    .filter(({ name }) => now.some((one) => one.name === name))
    .flatMap(failuresOf)
    .map(({ id }) => id)
    .filter((id) => !left.has(id));
  if (fixed.length === 0) return undefined;
  return { edits, fixed, green: [...left].every((id) => ignored.has(id)) };
}
