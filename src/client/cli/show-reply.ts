import { z } from 'zod';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import type { Redact } from '../../domain/redact';
import type { HealHandle } from '../run-handle';
import type { Output } from './output';
import type { StoreReader } from './store-reader';

const LEAST_DIGITS = 8;

/** A stored reply, as far as it is shown. */
const Reply = z.object({ model: z.string(), text: z.string(), finishReason: z.string() });

/** Prints a reply of a model, also one that could not be used, by the first digits of its hash. */
export async function showReply(
  run: HealHandle,
  hash: string,
  { output, store, redact, json }: { output: Output; store: StoreReader; redact: Redact; json: boolean },
): Promise<ExitCode> {
  if (hash.length < LEAST_DIGITS)
    throw badInput(`--reply is too short: give at least the first ${LEAST_DIGITS} digits.`);
  const blobs = await store.repliesOf(await run.firstExecution());
  const blob = blobs.find((one) => one.startsWith(hash));
  const text = blob === undefined ? undefined : await store.readBlob(blob);
  if (text === undefined)
    throw badInput(
      `The run ${run.id} has no reply ${hash} on this machine: its report names the replies that could not be used.`,
    );
  const reply = Reply.parse(JSON.parse(text));
  const shown = { ...reply, text: redact(reply.text) };
  if (json) output.print(JSON.stringify(shown));
  else {
    output.print(output.paint('bold', `Reply of ${shown.model}, ended by ${shown.finishReason}`));
    output.print(shown.text);
  }
  return EXIT.healed;
}
