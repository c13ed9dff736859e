import type { Answer } from '../../domain/run/questions';
import { hashText } from '../../domain/text';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { HealHandle } from '../run-handle';
import type { Context, Flags } from './context';
import { pendingOf } from './follow';
import type { Output } from './output';
import { lookCommand } from './question-text';
import { toppedUpLines } from './top-up-text';

/** Flags of the commands that answer a run. */
export interface AnswerFlags extends Flags {
  /** Of `watch` only. */
  after?: number;
  hash?: string;
  reason?: string;
  kind?: boolean;
  by?: string;
}

/** Flags of `topup`. */
export interface TopUpFlags extends Flags {
  tokens?: number;
  usd?: number;
  by?: string;
}

/** Approves or rejects what a run asks about. */
export async function answer(
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

/** Answers a question with a text. */
export async function tell(
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

/** Takes back what was approved for all questions of a kind. */
export async function revoke(
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

/** Raises the budget of a run. */
export async function topUp({ client, output }: Context, id: string, flags: TopUpFlags): Promise<ExitCode> {
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
    `No hash is given: look with ${lookCommand(run.id, pending)}, then approve it with kintsugi approve ${run.id} --hash ${hashText(pending.hash)}.`,
  );
}
