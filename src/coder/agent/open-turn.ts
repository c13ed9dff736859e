import type { Heard } from '../../domain/agent/loop-run';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import { type TreeStore, type BlobStore, hashBytes } from '../../store';
import type { SentMessage, TranscriptMessage } from '../compaction';
import type { BoundTool, ToolDeps, ToolRegistry } from '../tools/registry';
import { dataMessages, directoryMessages } from './messages';
import { hasTool, readTask, type AgentTask } from './task';
import { clip } from '../material';
import { bounded, type BoundedText, keepResult, RESULT_CHARS } from '../tools/bounded';
import { DirectoryResult } from '../tools/directory';
import { keepKnown, type Known, NOTHING_KNOWN, readKnown, withResult } from './known';
import { readNode } from './transcript';

/** Input of one turn of the model. */
export interface ThinkInput {
  key: EffectKey;
  task: BlobHash;
  /** The run's files now, where its tools work on files. */
  tree?: TreeHash;
  /** Newest node of the transcript; absent: this is the first turn. */
  transcript?: BlobHash;
  /** Answers to the calls of that node. */
  heard: readonly Heard[];
  /** Something else that the model is told now. */
  news?: string;
}

export interface ThinkDeps extends ToolDeps {
  registry: ToolRegistry;
  trees: TreeStore;
}

/** A turn before the model is asked. */
export interface OpenTurn {
  task: AgentTask;
  tools: readonly BoundTool[];
  heard: readonly TranscriptMessage[];
  /** Stores what the answers name, and what the model knows; resolves to the blob of that. */
  keep(): Promise<BlobHash | undefined>;
  /** Messages to the model, with so many characters of what was said. */
  messages(budget: number): Promise<SentMessage[]>;
}

/** Puts a turn together: the task, its tools, and the answers to the calls of the turn before. Stores nothing. */
export async function openTurn(deps: ThinkDeps, input: ThinkInput): Promise<OpenTurn> {
  const { blobs, registry, redact } = deps;
  const { transcript, tree } = input;
  const task = await readTask(blobs, input.task);
  const tools = registry.toolsOf(task.toolSet).filter(({ tool }) => hasTool(task, tool));
  const { messages: answers, known, keep } = await answersTo(blobs, tools, transcript, input.heard);
  const news: TranscriptMessage[] = input.news === undefined ? [] : [{ role: 'user', content: input.news }];
  const heard = [...answers, ...news];
  const said = { transcript, heard };
  return {
    task,
    tools,
    heard,
    keep,
    messages: (budget) =>
      task.toolSet === 'data'
        ? dataMessages(blobs, task, said, budget)
        : directoryMessages(deps, task, { ...said, known, tree: tree ?? task.base }, redact, budget),
  };
}

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
