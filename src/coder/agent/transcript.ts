import { z } from 'zod';
import type { Heard } from '../../domain/agent/state';
import { BlobHash } from '../../domain/ids';
import type { BlobStore } from '../../store';
import type { ToolMessage } from '../../model';
import { clip } from '../material';

const RawCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

const Message = z.union([
  z.object({ role: z.literal('tool'), toolCallId: z.string(), content: z.string() }),
  z.object({ role: z.literal('assistant'), content: z.string(), toolCalls: z.array(RawCall) }),
  z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }),
]);

/** One turn in the transcript of a run; each names the turn before it. */
export const TranscriptNode = z.object({
  version: z.literal(1),
  previous: BlobHash.optional(),
  /** Answers to the calls of the turn before. */
  heard: z.array(Message),
  /** Reply of the model, and what it is told if it is of no use. */
  said: z.array(Message),
  /** Calls of the reply in their order; `arguments` only of those that can be carried out. */
  calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.unknown().optional() })),
});
export type TranscriptNode = z.infer<typeof TranscriptNode>;

/** Characters of one result that a model is shown; the whole is in the store. */
const MOST_RESULT_CHARS = 10_000;

/** Stores a turn; resolves to its hash. */
export function keepNode(blobs: BlobStore, node: TranscriptNode): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(node)));
}

/** Reads a turn. */
export async function readNode(blobs: BlobStore, hash: BlobHash): Promise<TranscriptNode> {
  return TranscriptNode.parse(JSON.parse(String(await blobs.get(hash))));
}

/**
 * The newest turns, oldest first, within `budget` characters; the newest is always there. A turn whose calls are left out
 * keeps no answers to them.
 */
export async function newestTurns(
  blobs: BlobStore,
  newest: BlobHash | undefined,
  budget: number,
): Promise<ToolMessage[]> {
  const turns: TranscriptNode[] = [];
  let left = budget;
  let next = newest;
  while (next !== undefined) {
    const node = await readNode(blobs, next);
    left -= charsOf(node);
    if (left < 0 && turns.length > 0) break;
    turns.unshift(node);
    next = node.previous;
  }
  const isCut = next !== undefined;
  const messages = turns.flatMap(({ heard, said }, index): ToolMessage[] =>
    isCut && index === 0 ? said : [...heard, ...said],
  );
  return isCut ? [{ role: 'user', content: LEFT_OUT }, ...messages] : messages;
}

const LEFT_OUT = 'Earlier turns are left out here. The task and its rules stand above, as they were given.';

/** A share below this would show nothing of an answer. */
const LEAST_SHARE = 200;

/** Answers within `budget` characters: short ones whole, and what they leave free is for the longer ones, of which head and tail stay. */
export function withinShares(answers: readonly ToolMessage[], budget: number): ToolMessage[] {
  let left = budget;
  const shares = new Map<ToolMessage, number>();
  const byLength = [...answers].sort((a, b) => a.content.length - b.content.length);
  for (const [index, answer] of byLength.entries()) {
    const share = Math.max(LEAST_SHARE, Math.floor(left / (byLength.length - index)));
    shares.set(answer, share);
    left -= Math.min(share, answer.content.length);
  }
  return answers.map((answer) => ({
    ...answer,
    content: clip(answer.content, shares.get(answer) ?? LEAST_SHARE),
  }));
}

function charsOf({ heard, said }: TranscriptNode): number {
  return JSON.stringify([heard, said]).length;
}

/** Messages that answer every call of a turn. */
export async function answersTo(
  blobs: BlobStore,
  turn: BlobHash | undefined,
  heard: readonly Heard[],
): Promise<ToolMessage[]> {
  if (turn === undefined) return [];
  const { calls } = await readNode(blobs, turn);
  return Promise.all(
    calls.map(async ({ id }, index): Promise<ToolMessage> => {
      const answer = heard.find((one) => one.index === index);
      const text = answer?.blob === undefined ? answer?.text : String(await blobs.get(answer.blob));
      const content = [clip(text ?? 'Not run.', MOST_RESULT_CHARS), answer?.warning]
        .filter(Boolean)
        .join('\n\n');
      return { role: 'tool', toolCallId: id, content };
    }),
  );
}
