import { z } from 'zod';
import { BlobHash } from '../../domain/ids';
import { Lru } from '../../machine/lru';
import type { BlobStore } from '../../store';
import type { SentMessage, TranscriptMessage } from '../compaction';
import { clip } from '../material';

const RawCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

const Message = z.union([
  z.object({
    role: z.literal('tool'),
    toolCallId: z.string(),
    content: z.string(),
    /** Kept result that `read` takes by name. */
    result: BlobHash.optional(),
  }),
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
  /** Blob of what the model knows of the run's files; absent: nothing. */
  known: BlobHash.optional(),
});
export type TranscriptNode = z.infer<typeof TranscriptNode>;

/** Turns that are at hand: each turn of a run reads those before it again. */
const nodes = new Lru<BlobHash, TranscriptNode>(16_000_000);

/** Stores a turn; resolves to its hash. */
export function keepNode(blobs: BlobStore, node: TranscriptNode): Promise<BlobHash> {
  return blobs.put(Buffer.from(JSON.stringify(node)));
}

/** Reads a turn. */
export async function readNode(blobs: BlobStore, hash: BlobHash): Promise<TranscriptNode> {
  const known = nodes.get(hash);
  if (known) return known;
  const bytes = await blobs.load(hash);
  const node = TranscriptNode.parse(JSON.parse(String(bytes)));
  nodes.set(hash, node, bytes.length);
  return node;
}

export interface NewestTurns {
  /** The oldest first. A turn whose calls are left out keeps no answers to them. */
  messages: TranscriptMessage[];
  /** True if there are turns before them. */
  isCut: boolean;
}

/** The newest turns within `budget` characters; the newest is always there. */
export async function newestTurns(
  blobs: BlobStore,
  newest: BlobHash | undefined,
  budget: number,
): Promise<NewestTurns> {
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
  const messages = turns.flatMap(({ heard, said }, index): TranscriptMessage[] =>
    isCut && index === 0 ? said : [...heard, ...said],
  );
  return { messages, isCut };
}

/** A share below this would show nothing of an answer. */
const LEAST_SHARE = 200;

/** Answers within `budget` characters: short ones whole, and what they leave free is for the longer ones, of which head and tail stay. */
export function withinShares<M extends SentMessage>(answers: readonly M[], budget: number): M[] {
  let left = budget;
  const shares = new Map<M, number>();
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
  let chars = 0;
  for (const message of [...heard, ...said]) {
    chars += message.content.length;
    const { toolCalls: calls = [] } = message as { toolCalls?: z.infer<typeof RawCall>[] };
    for (const call of calls) chars += call.name.length + call.arguments.length;
  }
  return chars;
}
