import type { Heard } from '../../domain/agent/loop-run';
import type { BlobHash } from '../../domain/ids';
import type { BlobStore } from '../../store';
import type { TranscriptMessage } from '../compaction';
import { clip } from '../material';
import { keepResult } from '../tools/bounded';
import { DirectoryResult } from '../tools/directory';
import type { BoundTool } from '../tools/registry';
import { keepKnown, readKnown, withResult } from './known';
import { readNode } from './transcript';

/** Characters of one result that a model is shown; the whole is in the store. */
const MOST_RESULT_CHARS = 10_000;
/** A longer result can be read by its name once it is left out of the request. */
const NAMED_CHARS = 300;

/** Answers to the calls of a turn, and what the model knows with them. */
export interface Answers {
  messages: TranscriptMessage[];
  known?: BlobHash;
}

/** Messages that answer every call of a turn. */
export async function answersTo(
  blobs: BlobStore,
  tools: readonly BoundTool[],
  turn: BlobHash | undefined,
  heard: readonly Heard[],
): Promise<Answers> {
  if (turn === undefined) return { messages: [] };
  const node = await readNode(blobs, turn);
  const before = await readKnown(blobs, node.known);
  let known = before;
  const messages: TranscriptMessage[] = [];
  for (const [index, { id, name, arguments: given }] of node.calls.entries()) {
    const answer = heard.find((one) => one.index === index);
    const bound = tools.find(({ tool }) => tool.name === name);
    const output =
      answer?.blob === undefined ? undefined : (JSON.parse(String(await blobs.get(answer.blob))) as unknown);
    const result = bound?.ofDirectory === true ? DirectoryResult.safeParse(output).data : undefined;
    if (result && bound) known = withResult(known, { tool: name, title: titleOf(bound, given) }, result);
    const text = output === undefined ? answer?.text : shownOf(bound, output);
    const content = [clip(text ?? 'Not run.', MOST_RESULT_CHARS), answer?.warning]
      .filter(Boolean)
      .join('\n\n');
    messages.push({ role: 'tool', toolCallId: id, content, ...(await nameOf(blobs, result)) });
  }
  return { messages, known: known === before ? node.known : await keepKnown(blobs, known) };
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

async function nameOf(blobs: BlobStore, result: DirectoryResult | undefined): Promise<{ result?: BlobHash }> {
  if (!result || result.text.length <= NAMED_CHARS) return {};
  return { result: result.stored?.[0] ?? (await keepResult(blobs, result.text)) };
}
