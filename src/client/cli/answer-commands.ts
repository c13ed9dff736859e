import type { Answer } from '../../domain/run/questions';
import { type Say, said } from '../../domain/run/said';
import { hashText } from '../../domain/text';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { HealHandle } from '../run-handle';
import type { Context, Flags } from './context';
import { pendingOf } from './follow';
import { askOnTerminal, type Asked } from './question/ask';
import { changedSince } from './question/changed-since';
import { lookCommand } from './question/commands';
import { askLine } from './question/prompt';
import { userName } from './question/user-name';
import { withStore } from '../store-reader';
import { toppedUpLines } from './top-up-text';

/** Flags of the commands that answer a run. */
export interface AnswerFlags extends Flags {
  /** Of `watch` only. */
  after?: number;
  /** Of `report` only. */
  reply?: string;
  html?: string;
  hash?: string;
  /** Of `approve`: false returns at once. */
  wait?: boolean;
  reason?: string;
  /** Of `reject`: asks for another try. */
  again?: boolean;
  kind?: boolean;
  by?: string;
}

/** Flags of `topup`. */
export interface TopUpFlags extends Flags {
  tokens?: number;
  usd?: number;
  by?: string;
}

/** Approves what a run asks about. On a terminal, without a hash, the change is shown and asked about. */
export async function approve(context: Context, id: string, flags: AnswerFlags): Promise<ExitCode> {
  const { client, output } = context;
  const run = client.run(id);
  if (flags.hash !== undefined) return answer(context, run, { ...flags, hash: flags.hash }, 'approve');
  const pending = await pendingOf(run);
  if (output.interactive) return askedExit(context, id, await ask(context, run, flags));
  throw badInput(
    said`No hash is given: look with ${lookCommand(id, pending)}, then approve it with ${`kintsugi approve ${id} --hash ${hashText(pending.hash)}`}.`,
  );
}

/** Rejects what a run asks about. On a terminal it asks for the reason. */
export async function reject(context: Context, id: string, flags: AnswerFlags): Promise<ExitCode> {
  const { client, output } = context;
  const run = client.run(id);
  const hash = flags.hash ?? (await pendingOf(run)).hash;
  const isAsked = flags.reason === undefined && output.interactive;
  const reason = isAsked
    ? await askLine(`${output.say`Reason:`} `, new AbortController().signal)
    : flags.reason;
  if (reason === undefined || reason.trim() === '')
    throw badInput(said`A rejection needs a reason, for the record: kintsugi reject ${id} --reason "…".`);
  return answer(context, run, { ...flags, hash, reason }, 'reject');
}

async function answer(
  context: Context,
  run: HealHandle,
  { hash, reason, again, kind, by = userName(), json }: AnswerFlags & { hash: string },
  decision: 'approve' | 'reject',
): Promise<ExitCode> {
  const { output } = context;
  if (hash.length < 8) throw badInput(said`${'--hash'} is too short: give at least the first ${8} digits.`);
  if (decision === 'approve') for (const line of await changes(context, run)) output.note(line);
  const receipt = await run.answer({
    hash,
    decision,
    reason,
    again,
    scope: kind ? 'kind' : 'once',
    by,
    via: 'command',
  });
  if (json) output.print(JSON.stringify(receipt));
  else
    output.hint(
      `${answeredText(decision, output.say)} ${output.say`Follow with: ${`kintsugi watch ${run.id}`}`}`,
    );
  return EXIT.healed;
}

/** Lines on what the user has changed since of the change that is approved. */
async function changes({ client, config, output }: Context, run: HealHandle): Promise<string[]> {
  if ((await run.execution()) !== 'RUNNING') return [];
  // A run whose worker is gone would not answer for a while.
  await client.requireWorker();
  const { pending, diff } = await run.status();
  return pending?.kind === 'publish' && diff
    ? withStore(config, (store) => changedSince(run, diff, store, output.say))
    : [];
}

function answeredText(decision: Answer['decision'], say: Say): string {
  return decision === 'reject' ? say`Rejected.` : say`Approved.`;
}

async function ask({ output, config }: Context, run: HealHandle, { kind, by }: AnswerFlags): Promise<Asked> {
  const status = await run.status();
  const { pending } = status;
  if (!pending) return { end: 'gone' };
  const extras = { by, scope: kind ? ('kind' as const) : ('once' as const) };
  const detach = new AbortController();
  return withStore(config, (store) =>
    askOnTerminal(
      run,
      { ...status, pending },
      { output, store, editor: config.editor, signal: detach.signal },
      extras,
    ),
  );
}

function askedExit({ output }: Context, id: string, asked: Asked): ExitCode {
  switch (asked.end) {
    case 'answered':
      output.hint(
        `${answeredText(asked.decision, output.say)} ${output.say`Follow with: ${`kintsugi watch ${id}`}`}`,
      );
      return EXIT.healed;
    case 'later':
      output.hint(
        output.say`Nothing is answered; the run waits. Come back with: ${`kintsugi approve ${id}`}`,
      );
      return EXIT.waiting;
    case 'gone':
      return EXIT.waiting;
  }
}

/** Answers a question with a text. */
export async function tell(
  { client, output }: Context,
  id: string,
  text: string,
  { hash, by = userName(), json }: AnswerFlags,
): Promise<ExitCode> {
  const run = client.run(id);
  const receipt = await run.answer({
    hash: hash ?? (await pendingOf(run)).hash,
    text,
    scope: 'once',
    by,
    via: 'command',
  });
  if (json) output.print(JSON.stringify(receipt));
  else output.hint(output.say`Answered ${hashText(receipt.hash)}. Follow with: ${`kintsugi watch ${id}`}`);
  return EXIT.healed;
}

/** Takes back what was approved for all questions of a kind. */
export async function revoke(
  { client, output }: Context,
  id: string,
  kind: string,
  { by, json }: AnswerFlags,
): Promise<ExitCode> {
  const left = await client.run(id).revoke({ kind, by });
  if (json) output.print(JSON.stringify(left));
  else
    output.hint(
      output.say`The run asks again before it does what is of the kind ${kind}: ${`kintsugi status ${id}`}`,
    );
  return EXIT.healed;
}

/** Raises the budget of a run. */
export async function topUp({ client, output }: Context, id: string, flags: TopUpFlags): Promise<ExitCode> {
  const { tokens, usd, by } = flags;
  if (tokens === undefined && usd === undefined)
    throw badInput(said`No amount is given: use --tokens N, --usd X, or both.`);
  const budget = await client.run(id).topUp({ tokens, usd, by });
  if (flags.json) output.print(JSON.stringify(budget));
  else toppedUpLines(id, budget, output.say).forEach((line) => output.hint(line));
  return EXIT.healed;
}
