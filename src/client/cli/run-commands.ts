import type { Command } from 'commander';
import { countFromZero, usd, wholeNumber, type Config } from '../../config';
import type { Answer, Question } from '../../domain/run/questions';
import { hashText } from '../../domain/text';
import { apiResponse } from '../../domain/heal/api-response';
import { choiceLines } from '../../domain/heal/choice';
import { standText } from '../../domain/run/budget-report';
import type { KintsugiClient } from '../client';
import type { HealHandle } from '../run-handle';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { pendingText } from '../pending-work';
import { openClient, reviver } from '../open';
import { redact, redactor } from '../../domain/redact';
import { inCallersWords } from './command-name';
import { follow, pendingOf } from './follow';
import { createOutput, type Output } from './output';
import { exitCodeOf, renderDiff, renderResult, renderRuns } from './render';
import { withDiffReader } from './diff-reader';
import { toppedUpLines, waitsForTopUp } from './top-up-text';
import { valueBy } from './option-value';

export interface Flags {
  json?: boolean;
  /** For `report` only. */
  api?: boolean;
}

interface AnswerFlags extends Flags {
  /** Of `watch` only. */
  after?: number;
  hash?: string;
  reason?: string;
  kind?: boolean;
  by?: string;
}

interface TopUpFlags extends Flags {
  tokens?: number;
  usd?: number;
  by?: string;
}

export interface Context {
  client: KintsugiClient;
  output: Output;
  config: Config;
}

/** Adds the commands that show runs and answer them. */
export function addRunCommands(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const act =
    (carryOut: (context: Context, id: string, flags: AnswerFlags) => Promise<ExitCode>) =>
    async (id: string, flags: AnswerFlags) => {
      exit(await withClient(config(), flags, (context) => carryOut(context, id, flags)));
    };
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .argument('<id>', 'id of the run')
      .option('--json', 'print JSON');

  program
    .command('list')
    .description('list the newest runs')
    .option('--limit <n>', 'number of runs (20)', valueBy(wholeNumber))
    .option('--json', 'print JSON')
    .action(async (flags: Flags & { limit?: number }) => {
      exit(await withClient(config(), flags, (context) => listRuns(context, flags.limit, flags)));
    });
  command('status', 'show the phase of a run and its log so far').action(act(showStatus));
  command('watch', 'follow a run until it ends or waits for you; --json prints its events, then its result')
    .option('--after <n>', 'with --json: print only the events after number n', valueBy(countFromZero))
    .action(
      act(({ client, output, config: settings }, id, flags) =>
        withDiffReader(settings, (readDiff) =>
          follow(client.run(id), output, {
            json: flags.json ?? false,
            eventsAfter: flags.json ? (flags.after ?? 0) : undefined,
            readDiff,
            redact: redactor(settings.secrets),
            revive: reviver(settings),
          }),
        ),
      ),
    );
  command('approve', 'approve the change or action that a run asks about')
    .option('--hash <hash>', 'hash of the change, at least 8 digits; on a terminal it may be left out')
    .option('--kind', 'approve all further questions of this kind in this run, too')
    .option('--by <name>', 'name of the person who approves')
    .action(act((context, id, flags) => answer(context, id, flags, 'approve')));
  command('reject', 'reject the change or action that a run asks about')
    .requiredOption('--reason <text>', 'reason, for the record')
    .option('--hash <hash>', 'hash of the change, at least 8 digits')
    .option('--by <name>', 'name of the person who rejects')
    .action(act((context, id, flags) => answer(context, id, flags, 'reject')));
  command('topup', 'raise the budget of a run, which goes on if it waited for that')
    .option('--tokens <n>', 'tokens to add', valueBy(wholeNumber))
    .option('--usd <x>', 'USD to add', valueBy(usd))
    .option('--by <name>', 'name of the person who tops up')
    .action(async (id: string, flags: TopUpFlags) => {
      exit(await withClient(config(), flags, (context) => topUp(context, id, flags)));
    });
  command('answer', 'answer a question of a run with a text')
    .argument('<text>', 'the answer, or one of the choices')
    .option('--hash <hash>', 'hash of the question (at least 8 digits); may be left out on a terminal')
    .option('--by <name>', 'who answers')
    .action(async (id: string, text: string, flags: AnswerFlags) => {
      exit(await withClient(config(), flags, (context) => tell(context, id, text, flags)));
    });
  command('revoke', 'take back what was approved for all further questions of a kind')
    .argument('<kind>', 'kind of the questions: publish, execute, repair …')
    .option('--by <name>', 'who takes it back')
    .action(async (id: string, kind: string, flags: AnswerFlags) => {
      exit(await withClient(config(), flags, (context) => revoke(context, id, kind, flags)));
    });
  command('cancel', 'cancel a run that has not ended').action(
    act(async ({ client, output }, id) => {
      const run = client.run(id);
      if ((await run.execution()) !== 'RUNNING')
        throw badInput(`The run ${id} has ended, so there is nothing to cancel.`);
      await run.cancel();
      output.print(`Cancelling ${id}.`);
      return EXIT.healed;
    }),
  );
  command('diff', 'print the change of a run').action(act(showDiff));
  command('report', 'print the report of an ended run')
    .option(
      '--api',
      'print the response of the task API, {success, taskId, message, selfRepairResult}, and nothing else',
    )
    .action(act(report));
}

export async function withClient(
  config: Config,
  flags: Flags,
  use: (context: Context) => Promise<ExitCode>,
): Promise<ExitCode> {
  const output = createOutput({ json: Boolean(flags.json ?? flags.api), color: config.color });
  const client = await openClient(config, { start: 'embedded', say: (line) => output.note(line) });
  try {
    return await use({ client, output, config });
  } finally {
    await client.close();
  }
}

async function listRuns(
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

async function showStatus({ client, output }: Context, id: string, flags: Flags): Promise<ExitCode> {
  const run = client.run(id);
  const execution = await run.execution();
  const status = await run.status();
  if (flags.json) {
    output.print(JSON.stringify({ id, execution, ...status }));
    return EXIT.healed;
  }
  const { attempt, maxAttempts = attempt, outcome, phase } = status;
  const attempts = attempt === undefined ? '' : `, attempt ${attempt} of ${maxAttempts}`;
  output.print(`${id}: ${outcome ?? phase} (${execution.toLowerCase()})${attempts}`);
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
  for (const line of status.log) output.print(`  ${line.replaceAll('\n', '\n  ')}`);
  if (run.webUrl) output.print(run.webUrl);
  return EXIT.healed;
}

/** The command that answers a question. */
function answerCommand(id: string, { form, hash }: Question): string {
  const named = `${id} --hash ${hashText(hash)}`;
  return form === 'approval' ? `kintsugi approve ${named}` : `kintsugi answer ${named} "…"`;
}

async function answer(
  { client, output }: Context,
  id: string,
  flags: AnswerFlags,
  decision: 'approve' | 'reject',
): Promise<ExitCode> {
  const run = client.run(id);
  const hash = flags.hash ?? (await hashInView(run, decision, output));
  if (hash.length < 8) throw badInput('--hash is too short: give at least the first 8 digits.');
  const full: Answer = {
    hash,
    decision,
    reason: flags.reason,
    scope: flags.kind ? 'kind' : 'once',
    by: flags.by,
  };
  const receipt = await run.answer(full);
  if (flags.json) output.print(JSON.stringify(receipt));
  else
    output.hint(
      `${decision === 'approve' ? 'Approved' : 'Rejected'} ${hashText(receipt.hash)}. Follow with: kintsugi watch ${id}`,
    );
  return EXIT.healed;
}

async function tell(
  { client, output }: Context,
  id: string,
  text: string,
  { hash, by, json }: AnswerFlags,
): Promise<ExitCode> {
  const run = client.run(id);
  const receipt = await run.answer({ hash: hash ?? (await pendingOf(run)).hash, text, scope: 'once', by });
  if (json) output.print(JSON.stringify(receipt));
  else output.hint(`Answered ${hashText(receipt.hash)}. Follow with: kintsugi watch ${id}`);
  return EXIT.healed;
}

async function revoke(
  { client, output }: Context,
  id: string,
  kind: string,
  { by, json }: AnswerFlags,
): Promise<ExitCode> {
  const left = await client.run(id).revoke({ kind, by });
  if (json) output.print(JSON.stringify(left));
  else output.hint(`The run asks again before it does what is of the kind ${kind}: kintsugi status ${id}`);
  return EXIT.healed;
}

async function topUp({ client, output }: Context, id: string, flags: TopUpFlags): Promise<ExitCode> {
  const { tokens, usd, by } = flags;
  if (tokens === undefined && usd === undefined)
    throw badInput('No amount is given: use --tokens N, --usd X, or both.');
  const budget = await client.run(id).topUp({ tokens, usd, by });
  if (flags.json) output.print(JSON.stringify(budget));
  else toppedUpLines(id, budget).forEach((line) => output.hint(line));
  return EXIT.healed;
}

/** Hash of the pending question. Throws without a terminal: nobody has seen the question, so an approval must name it. */
async function hashInView(run: HealHandle, decision: 'approve' | 'reject', output: Output): Promise<string> {
  const pending = await pendingOf(run);
  if (decision === 'reject' || output.interactive) return pending.hash;
  throw badInput(
    `No hash is given: see the change with kintsugi diff ${run.id}, then approve it with kintsugi approve ${run.id} --hash ${hashText(pending.hash)}.`,
  );
}

async function showDiff({ client, output, config }: Context, id: string, flags: Flags): Promise<ExitCode> {
  const run = client.run(id);
  const result = await run.resultIfEnded();
  const diff = result ? result.diff : (await run.status()).diff;
  if (!diff)
    throw badInput(result ? `The run ${id} changed nothing.` : `The run ${id} has no change to show yet.`);
  const text = await withDiffReader(config, (readDiff) => readDiff(diff.hash));
  output.print(flags.json ? JSON.stringify({ ...diff, text }) : renderDiff(text.trimEnd(), output));
  return EXIT.healed;
}

async function report({ client, output, config }: Context, id: string, flags: Flags): Promise<ExitCode> {
  const run = client.run(id);
  const result = await run.resultIfEnded();
  if (!result)
    throw badInput(`The run ${id} has not ended, so it has no report yet: see kintsugi status ${id}.`);
  if (flags.api || flags.json) {
    output.print(flags.api ? JSON.stringify(apiResponse(result), null, 2) : JSON.stringify(result));
    return exitCodeOf(result);
  }
  const whole =
    result.diff && (await withDiffReader(config, (readDiff) => readDiff(result.diff?.hash ?? '')));
  // Reports travel further than diffs, so secrets are taken out here; `kintsugi diff` shows the change as it is.
  const diff = whole && redact(whole, config.secrets);
  output.print(
    renderResult(result, { diff, webUrl: run.webUrl, seconds: result.timings.workMs / 1000 }, output),
  );
  for (const attempt of result.repairHistory) {
    output.print(
      `  repair ${attempt.attemptNumber}: ${attempt.errorContext.errorType}, ${attempt.repairApplied ? `applied: ${attempt.debuggerResponse?.rootCause ?? ''}` : 'none acceptable'}`,
    );
    // The failure report already lists them.
    if (!result.failureReport)
      for (const line of choiceLines(result.choices, attempt.attemptNumber)) output.print(line);
    for (const { command, success, notRun } of attempt.suggestedChecks ?? [])
      output.print(`    suggested check ${command}: ${notRun ?? (success ? 'passes' : 'fails')}`);
  }
  for (const { rolledBack, fixReason, code } of result.record.codeHistory)
    if (rolledBack) output.print(`  rollback: ${fixReason}, to tree ${hashText(code)}`);
  return exitCodeOf(result);
}
