import type { Heard } from '../../domain/agent/loop-run';
import type { BlobHash } from '../../domain/ids';
import { type BlobStore, hashBytes } from '../../store';
import type { TranscriptMessage } from '../compaction';
import { clip } from '../material';
import { bounded, type BoundedText, keepResult, RESULT_CHARS } from '../tools/bounded';
import { DirectoryResult } from '../tools/directory';
import type { BoundTool } from '../tools/registry';
import { keepKnown, type Known, NOTHING_KNOWN, readKnown, withResult } from './known';
import { readNode } from './transcript';

/** A longer result can be read by its name once it is left out of the request. */
const NAMED_CHARS = 300;

/** Answers to the calls of a turn, and what the model knows with them. */
export interface Answers {
  messages: TranscriptMessage[];
  known: Known;
  /** Stores what the messages name, and what the model knows; resolves to the blob of that, if it knows anything. */
  keep(): Promise<BlobHash | undefined>;
}

/** Messages that answer every call of a turn. Nothing is stored before `keep`. */
export async function answersTo(
  blobs: BlobStore,
  tools: readonly BoundTool[],
  turn: BlobHash | undefined,
  heard: readonly Heard[],
): Promise<Answers> {
  if (turn === undefined)
    return { messages: [], known: NOTHING_KNOWN, keep: () => Promise.resolve(undefined) };
  const node = await readNode(blobs, turn);
  const before = await readKnown(blobs, node.known);
  // The tools on a directory read what another result left out.
  const canRead = tools.some(({ ofDirectory }) => ofDirectory);
  const named = new NamedBlobs();
  let known = before;
  const messages: TranscriptMessage[] = [];
  for (const [index, { id, name, arguments: given }] of node.calls.entries()) {
    const answer = heard.find((one) => one.index === index);
    const bound = tools.find(({ tool }) => tool.name === name);
    const output =
      answer?.blob === undefined ? undefined : (JSON.parse(String(await blobs.load(answer.blob))) as unknown);
    const result = bound?.ofDirectory === true ? DirectoryResult.safeParse(output).data : undefined;
    if (result && bound) {
      const isCheck = bound.tool.check === true;
      known = withResult(known, { title: titleOf(bound, given), isCheck }, result);
    }
    const text = (output === undefined ? answer?.text : shownOf(bound, output)) ?? 'Not run.';
    const { text: shown, stored } = canRead
      ? await readable(named, text, result)
      : { text: clip(text, RESULT_CHARS) };
    const content = [shown, answer?.warning].filter(Boolean).join('\n\n');
    messages.push({ role: 'tool', toolCallId: id, content, ...(stored && { result: stored }) });
  }
  const keep = async (): Promise<BlobHash | undefined> => {
    await blobs.put(named.all);
    return known === before ? node.known : keepKnown(blobs, known);
  };
  return { messages, known, keep };
}

/** Blobs that have a name already, to be stored later. */
class NamedBlobs {
  readonly all: Uint8Array[] = [];

  put(bytes: Uint8Array): Promise<BlobHash> {
    this.all.push(bytes);
    return Promise.resolve(hashBytes(bytes));
  }
}

/** A failure to carry a call out has another form than the tool's own output. */
function shownOf(bound: BoundTool | undefined, output: unknown): string {
  const parsed = bound?.tool.shown && bound.tool.output.safeParse(output);
  return parsed?.success ? (bound?.tool.shown?.(parsed.data) ?? '') : JSON.stringify(output);
}

function titleOf({ tool }: BoundTool, given: unknown): string {
  const input = tool.input.safeParse(given);
  return input.success ? tool.summary(input.data) : tool.name;
}

/** A result that `read` shows the rest of, and that is read by its name when it is left out of a request. */
async function readable(
  blobs: NamedBlobs,
  text: string,
  result: DirectoryResult | undefined,
): Promise<BoundedText> {
  if (text.length <= NAMED_CHARS) return { text };
  const { text: shown, stored = result?.stored?.[0] } = await bounded(blobs, text);
  return { text: shown, stored: stored ?? (await keepResult(blobs, text)) };
}
