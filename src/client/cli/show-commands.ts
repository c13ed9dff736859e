import { standText } from '../../domain/run/budget-report';
import type { RunStatus } from '../../domain/run/status';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { pendingText } from '../pending-work';
import { inCallersWords } from './command-name';
import type { Context, Flags } from './context';
import { answerCommand } from './question/commands';
import { renderDiff, renderRuns } from './render';
import { withStore } from './store-reader';
import { storyLine } from './story';
import { waitsForTopUp } from './top-up-text';

/** Prints the newest runs. */
export async function listRuns(
  { client, output }: Context,
  limit: number | undefined,
  flags: Flags,
): Promise<ExitCode> {
  const runs = await client.list(limit);
  if (flags.json) output.print(JSON.stringify(runs));
  else
    for (const line of renderRuns(runs, output)) output.print(runs.length > 0 ? line : inCallersWords(line));
  return EXIT.healed;
}

/** Prints how a run stands, and the newest lines of its log. */
export async function showStatus({ client, output }: Context, id: string, flags: Flags): Promise<ExitCode> {
  const run = client.run(id);
  const execution = await run.execution();
  const status = await run.status();
  if (flags.json) {
    output.print(JSON.stringify({ id, execution, ...status }));
    return EXIT.healed;
  }
  output.print(standLine(id, execution, status));
  if (status.detail) output.print(`  ${status.detail}`);
  const work = execution === 'RUNNING' ? pendingText(await run.pendingWork()) : '';
  if (work !== '') output.print(`  ${work}`);
  if (status.pending && execution === 'RUNNING')
    output.hint(`  waiting for: ${answerCommand(id, status.pending)}`);
  for (const grant of status.grants)
    output.hint(`  granted: ${grant.kind}; take it back with: kintsugi revoke ${id} ${grant.kind}`);
  if (status.budget) output.print(`  budget: ${standText(status.budget)} spent`);
  if (status.budget?.waiting && execution === 'RUNNING')
    for (const line of waitsForTopUp(id, status.budget.waiting)) output.hint(`  ${line}`);
  if (status.refusedAnswer) output.print(`  answer refused: ${status.refusedAnswer}`);
  for (const text of status.log) output.print(storyLine(text));
  if (run.webUrl) output.print(run.webUrl);
  return EXIT.healed;
}

/** `heal-shop-1: repairing (running), attempt 1 of 3` */
export function standLine(id: string, execution: string, status: RunStatus): string {
  const { attempt, maxAttempts = attempt, outcome, phase } = status;
  const attempts = attempt === undefined ? '' : `, attempt ${attempt} of ${maxAttempts}`;
  return `${id}: ${outcome ?? phase} (${execution.toLowerCase()})${attempts}`;
}

/** Prints the change of a run. */
export async function showDiff(
  { client, output, config }: Context,
  id: string,
  flags: Flags,
): Promise<ExitCode> {
  const run = client.run(id);
  const result = await run.resultIfEnded();
  const diff = result ? result.diff : (await run.status()).diff;
  if (!diff)
    throw badInput(result ? `The run ${id} changed nothing.` : `The run ${id} has no change to show yet.`);
  const text = await withStore(config, ({ readDiff }) => readDiff(diff.hash));
  output.print(flags.json ? JSON.stringify({ ...diff, text }) : renderDiff(text.trimEnd(), output));
  return EXIT.healed;
}
