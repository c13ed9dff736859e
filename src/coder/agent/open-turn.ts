/** Messages of a turn: rules and task first, then what was said. */

import type { Heard } from '../../domain/agent/loop-run';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import { type TreeStore, type BlobStore, hashBytes } from '../../store';
import { type SentMessage, type TranscriptMessage, compact, tokensOf, type ShownState } from '../compaction';
import type { BoundTool, ToolDeps, ToolRegistry } from '../tools/registry';
import {
  hasTool,
  readTask,
  type AgentTask,
  type DataTask,
  type DirectoryTask,
  type SessionTurn,
} from './task';
import { clip, Material } from '../material';
import { bounded, type BoundedText, keepResult, RESULT_CHARS } from '../tools/bounded';
import { DirectoryResult } from '../tools/directory';
import { keepKnown, type Known, NOTHING_KNOWN, readKnown, withResult } from './known';
import { readNode, newestTurns, withinShares } from './transcript';
import { ProjectInstructions } from '../instructions';
import { renderPrompt } from '../prompts';
import { specText } from '../tools/data/generate-code';

/** A turn that is to be asked for. */
interface Said {
  /** Newest node of the transcript; absent: this is the first turn. */
  transcript?: BlobHash;
  /** Answers to the calls of that node. */
  heard: readonly TranscriptMessage[];
}

interface MessageStores {
  blobs: BlobStore;
  trees: TreeStore;
}

const LEFT_OUT = 'Earlier turns are left out here. The task and its rules stand above, as they were given.';

/** Older turns are read as far as their shortened forms may fit. */
const READ_SHARE = 4;
const BYTES_PER_TOKEN = 3;
const MOST_OPEN_FILES = 12;
const MOST_STRUCTURE = 300;

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

/** Messages of a run on data: the newest answers in half of `budget` characters at most, and the newest turns as far as they fit. */
export async function dataMessages(
  blobs: BlobStore,
  task: DataTask,
  { transcript, heard }: Said,
  budget: number,
): Promise<SentMessage[]> {
  const { functionName, maxIterations, spec, currentStep, dataText } = task;
  const prompt = renderPrompt('agent.react.v1', {
    functionName,
    maxIterations: String(maxIterations),
    executionSpec: specText(spec),
    currentStep: specText(currentStep),
    data: dataText ?? '(none: code is checked, and not run)',
  });
  const answers = withinShares(heard, budget / 2);
  const left = budget - answers.reduce((sum, { content }) => sum + content.length, 0);
  const { messages, isCut } = await newestTurns(blobs, transcript, left);
  const note: SentMessage[] = isCut ? [{ role: 'user', content: LEFT_OUT }] : [];
  return [...prompt, ...note, ...messages, ...answers];
}

/** Messages of a run on a directory: all that was said, or what compaction leaves of it within `budget` characters. */
async function directoryMessages(
  stores: MessageStores,
  task: DirectoryTask,
  { transcript, heard, known, tree }: Said & { known: Known; tree: TreeHash },
  redact: (text: string) => string,
  budget: number,
): Promise<SentMessage[]> {
  const { blobs } = stores;
  const material = await Material.of(stores, tree);
  const paths = [...task.impactedFiles, ...known.files.map(({ path }) => path)];
  const project = {
    checks: task.checks.commands.map(({ command }) => command).join('\n') || '(none)',
    instructions: (await ProjectInstructions.for(material, paths, redact)).text(budget / 8),
    projectStructure: clip((await Material.of(stores, task.base)).structure(MOST_STRUCTURE), budget / 8),
  };
  const [system, user] = task.turn
    ? await turnPrompt(blobs, task, task.turn, project, redact, budget)
    : renderPrompt('agent.directory.v1', {
        ...project,
        request: clip(task.request, budget / 2),
        impactedFiles: task.impactedFiles.join('\n') || '(not named: choose the smallest set)',
        failing: redact(task.failing?.join('\n') ?? '(none)'),
      });
  const { messages, isCut } = await newestTurns(blobs, transcript, READ_SHARE * budget);
  const head = { rules: system?.content ?? '', task: user?.content ?? '' };
  const openFiles: ShownState['openFiles'][number][] = [];
  const state = { ...head, openFiles, checks: checksOf(known.checks) };
  const room = Math.floor(budget / BYTES_PER_TOKEN) + tokensOf([system, user].flatMap((one) => one ?? []));
  const given = { messages: [...messages, ...heard], isCut, budget: room };
  const whole = compact({ ...given, state });
  if (whole.isWhole) return whole.messages;
  for (const { path } of known.files.toReversed().slice(0, MOST_OPEN_FILES)) {
    const text = await material.text(path);
    if (text !== undefined) openFiles.push({ path, text: redact(text) });
  }
  return compact({ ...given, state }).messages;
}

async function turnPrompt(
  blobs: BlobStore,
  { request }: DirectoryTask,
  { mode, triggers, conversation, rejections, material }: SessionTurn,
  project: Readonly<Record<'checks' | 'instructions' | 'projectStructure', string>>,
  redact: (text: string) => string,
  budget: number,
): Promise<SentMessage[]> {
  return renderPrompt('session.turn.v1', {
    ...project,
    ...{ mode, triggers },
    conversation: redact(clip(conversation || '(nothing)', budget / 6)),
    rejections: redact(clip(rejections || '(none)', budget / 12)),
    material: clip(String(await blobs.load(material)), budget / 3),
    request: redact(clip(request, budget / 6)),
  });
}

function checksOf(checks: readonly { name: string; text: string; isOld: boolean }[]): ShownState['checks'] {
  return checks
    .toReversed()
    .map(({ name, text, isOld }) => ({ name: isOld ? `${name} (files have changed since)` : name, text }));
}
