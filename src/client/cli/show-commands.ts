import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { budgetLine, usageText } from '../../domain/run/budget-report';
import { givenPlanText } from '../../domain/goal/planning';
import { attemptsText, standingText } from '../../domain/run/outcomes';
import { rollbackOutcome } from '../../domain/run/rollback';
import { speaker, type Say, said } from '../../domain/run/said';
import type { RunStatus } from '../../domain/run/status';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { pendingText } from '../pending-work';
import { diffOf } from '../report/run-report';
import type { HealHandle } from '../run-handle';
import type { Context, Flags } from './context';
import { changedSince } from './question/changed-since';
import { questionLines } from './question/commands';
import { waitsText } from './question/phrases';
import type { Output } from './output';
import { renderDiff } from './render';
import { rollbackText } from './render-rollback';
import { neighboursLine, nextCommand, renderRuns, sessionText } from './render-runs';
import { withStore } from '../store-reader';
import { storyLine } from './story';
import { waitsForTopUp } from './top-up-text';

/** Flags of `list`. */
export interface ListFlags extends Flags {
  limit?: number;
  awaiting?: boolean;
  failed?: boolean;
  healed?: boolean;
}

/** Prints the newest runs that the flags ask for. */
export async function listRuns(
  { client, output }: Context,
  dir: string | undefined,
  flags: ListFlags,
): Promise<ExitCode> {
  const { say } = output;
  const { limit, awaiting, failed, healed } = flags;
  const directory = dir === undefined ? undefined : await realDirectory(dir);
  const runs = await client.list({ limit, awaiting, failed, healed, directory });
  const isFiltered = awaiting ?? failed ?? healed ?? dir !== undefined;
  if (flags.json) output.print(JSON.stringify(runs));
  else if (runs.length === 0)
    output.hint(
      isFiltered
        ? say`No run is like that: kintsugi list shows all.`
        : say`There is no run yet: start one with kintsugi heal DIR.`,
    );
  else {
    for (const line of renderRuns(runs, output)) output.print(line);
    const page = client.webListUrl({ awaiting, failed, healed, directory });
    if (page !== undefined) output.note(say`In the Web UI: ${page}`);
  }
  return EXIT.healed;
}

/** Real path of a directory. One that is gone had runs too: then its path as given. */
export async function realDirectory(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

/** Most open runs that are shown. */
const MOST_OPEN = 100;

/** Prints the runs that have not ended, each with the command that goes on with it. */
export async function showOpen({ client, output }: Context, flags: Flags): Promise<ExitCode> {
  const runs = await client.list({ open: true, limit: MOST_OPEN });
  if (flags.json) output.print(JSON.stringify(runs));
  else if (runs.length === 0)
    output.hint(output.say`No run is open: kintsugi list shows those that have ended.`);
  else
    for (const [index, line] of renderRuns(runs, output).entries()) {
      output.print(line);
      const run = runs[index];
      if (run) output.hint(`  ${nextCommand(run)}`);
    }
  return EXIT.healed;
}

/** Prints how a run stands, and the newest lines of its log. */
export async function showStatus(
  { client, output, config }: Context,
  id: string,
  flags: Flags,
): Promise<ExitCode> {
  const run = client.run(id);
  const { kind, execution, language } = await run.described();
  const say = speaker(language);
  output.say = say;
  if (kind === 'rollback') return showRollback(output, run, execution, flags);
  const status = await run.status();
  if (flags.json) {
    output.print(JSON.stringify({ id, execution, ...status }));
    return EXIT.healed;
  }
  output.print(standLine(id, execution, status, say));
  if (status.detail && execution === 'RUNNING') output.print(`  ${status.detail}`);
  if (kind === 'session' && execution === 'RUNNING')
    output.hint(
      `  ${say`approval level ${status.approvalLevel ?? 'MEDIUM'}; talk to it with: ${`kintsugi chat --session ${id}`}`}`,
    );
  const work = execution === 'RUNNING' ? pendingText(await run.pendingWork(), say) : '';
  if (work !== '') output.print(`  ${work}`);
  const others = execution === 'RUNNING' ? neighboursLine(await client.neighbours(id), say) : undefined;
  if (others !== undefined) output.print(`  ${others}`);
  if (status.pending && execution === 'RUNNING') {
    for (const [index, choice] of (status.pending.choices ?? []).entries())
      output.print(`  ${index + 1}  ${choice}`);
    for (const line of questionLines(id, status.pending, say)) output.hint(`  ${line}`);
    const { diff } = status;
    if (diff && status.pending.kind === 'publish')
      for (const line of await withStore(config, (store) => changedSince(run, diff, store, say)))
        output.hint(`  ${output.paint('yellow', line)}`);
  }
  for (const grant of status.grants)
    output.hint(
      `  ${say`granted: ${grant.kind}; take it back with: ${`kintsugi revoke ${id} ${grant.kind}`}`}`,
    );
  const used = status.usage && usageText(status.usage, say);
  if (used !== undefined) output.print(`  ${used}`);
  if (status.budget) output.print(`  ${budgetLine(status.budget, say)}`);
  if (status.budget?.waiting && execution === 'RUNNING')
    for (const line of waitsForTopUp(id, status.budget, say)) output.hint(`  ${line}`);
  if (status.refusedAnswer) output.print(`  ${say`answer refused: ${status.refusedAnswer}`}`);
  for (const text of status.log) output.print(storyLine(text));
  if (run.webUrl) output.print(run.webUrl);
  return EXIT.healed;
}

/** `heal-shop-1: repairing, attempt 1 of 3` */
export function standLine(id: string, execution: string, status: RunStatus, say: Say): string {
  const stand = standingText({ ...status, execution }, say.language);
  if (status.kind === 'session') return `${id}: ${sessionText(stand, status, say)}`;
  return `${id}: ${stand}${attemptsText(status, say)}`;
}

/** A rollback has no questions, budget or log: it is under way, or has a result. */
async function showRollback(
  output: Output,
  run: HealHandle,
  execution: string,
  flags: Flags,
): Promise<ExitCode> {
  const ended = execution === 'COMPLETED' ? await run.ended() : undefined;
  const result = ended?.kind === 'rollback' ? ended.result : undefined;
  if (flags.json) output.print(JSON.stringify({ id: run.id, kind: 'rollback', execution, result }));
  else {
    const standing = {
      kind: 'rollback',
      execution,
      outcome: result && rollbackOutcome(result),
      phase: 'rolling-back',
    };
    output.print(`${run.id}: ${standingText(standing, output.say.language)}`);
    if (result) output.print(`  ${rollbackText(run.id, result, output.say)}`);
    if (run.webUrl) output.print(run.webUrl);
  }
  return EXIT.healed;
}

/** The change of a run that goes on, or the plan that it asks about. */
async function openChange(run: HealHandle) {
  const { diff, pending, kind } = await run.status();
  const isPlan = kind === 'goal' && pending && (pending.kind === 'plan' || pending.kind === 'publish');
  return { diff, pending, asked: isPlan && pending.hash !== diff?.hash ? pending.hash : undefined };
}

/** Prints the change of a run. */
export async function showDiff(
  { client, output, config }: Context,
  id: string,
  flags: Flags,
): Promise<ExitCode> {
  const run = client.run(id);
  const { kind, execution, language } = await run.described();
  const isEnded = execution === 'COMPLETED';
  if (!isEnded && kind === 'rollback') throw badInput(said`The rollback ${id} has no change to show.`);
  const open = isEnded ? undefined : await openChange(run);
  const { diff, pending, asked } = open ?? { diff: diffOf(await run.ended()) };
  const plan = asked && (await withStore(config, ({ readBlob }) => readBlob(asked)));
  if (plan !== undefined) {
    output.data(givenPlanText(plan).trimEnd());
    return EXIT.healed;
  }
  if (!diff)
    throw badInput(
      isEnded ? said`The run ${id} changed nothing.` : said`The run ${id} has no change to show yet.`,
    );
  const text = await withStore(config, ({ readDiff }) => readDiff(diff.hash));
  const question = pending?.kind === 'publish' ? pending : undefined;
  const { warnings, summary } = question ?? {};
  if (flags.json) output.print(JSON.stringify({ ...diff, text, question: summary, warnings }));
  else output.data(renderDiff(text.trimEnd(), output));
  // Beside the difference, which may go to `git apply`.
  for (const line of question ? [...(warnings ?? []), waitsText(question, speaker(language))] : [])
    output.note(line);
  return EXIT.healed;
}
