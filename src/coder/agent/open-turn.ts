import type { Heard } from '../../domain/agent/loop-run';
import type { BlobHash, EffectKey, TreeHash } from '../../domain/ids';
import type { TreeStore } from '../../store';
import type { SentMessage, TranscriptMessage } from '../compaction';
import type { BoundTool, ToolDeps, ToolRegistry } from '../tools/registry';
import { answersTo } from './answers';
import { dataMessages, directoryMessages } from './messages';
import { hasTool, readTask, type AgentTask } from './task';

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
