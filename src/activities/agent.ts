import { Context } from '@temporalio/activity';
import { NoModelError } from '../domain/kintsugi-error';
import { randomUUID } from 'node:crypto';
import {
  type ToolRegistry,
  beginTask,
  beginWork,
  callTool,
  endWork,
  think,
  writeRecord,
  type BeginInput,
  type BeginWorkInput,
  type Begun,
  type CallToolInput,
  type EndedWork,
  type EndWorkInput,
  type ThinkInput,
} from '../coder/agent';
import type { EffectKey, BlobHash } from '../domain/ids';
import type { EffectContext } from '../machine/effect-context';
import type { LlmDeps, WorkspacePort } from '../coder';
import type { Inspect } from '../verifier/integrity';
import type { Sandbox } from '../sandbox';
import type { BlobStore, TreeStore } from '../store';
import { effect, keptEffect, type EffectStores } from './effect';
import type { CallDone, Turn } from '../domain/agent/calls';
import type { CodeRecord, BestCode } from '../domain/agent/state';

/** Effects of the coding agent. */
export interface AgentActivities {
  /** Keeps the task and its test data. Fails finally with `BadInput` where the data can't be read. */
  beginAgent(input: BeginInput): Promise<Begun>;
  /** One turn of the model. Fails finally with `LIMIT_RESETS` where its limit resets. */
  takeTurn(input: ThinkInput): Promise<Turn>;
  /** One call of a tool. A tool that fails is a value. */
  callTool(input: CallToolInput): Promise<CallDone>;
  /** Keeps the task of work on a directory; resolves to its blob. */
  beginWork(input: BeginWorkInput): Promise<BlobHash>;
  /** Facts of the change that the work made. */
  endWork(input: EndWorkInput): Promise<EndedWork>;
  /** The record of the best code, and where it is kept. */
  writeCodeRecord(input: { key: EffectKey; best: BestCode }): Promise<{ record: CodeRecord; blob: BlobHash }>;
}

/** Parts that the agent's effects are built from. */
export interface AgentDeps extends EffectStores {
  /** Absent where no model is configured. */
  llm?: Pick<LlmDeps, 'model'>;
  sandbox: Sandbox;
  redact(text: string): string;
  blobs: BlobStore;
  trees: TreeStore;
  workspaces: WorkspacePort;
  inspect?: Inspect;
}

/** The effects of the coding agent. What a model answers is kept by the model layer, so doing one again buys nothing again. */
export function agentActivities(deps: AgentDeps, registry: ToolRegistry): AgentActivities {
  const tools = async () => {
    if (!deps.llm) throw new NoModelError();
    const { blobs, trees, sandbox, redact } = deps;
    const { workflowExecution } = Context.current().info;
    const known = await registry.forRun(workflowExecution?.workflowId ?? '');
    return { model: deps.llm.model, blobs, trees, sandbox, redact, registry: known };
  };
  return {
    beginAgent: effect(deps, (input, { signal }) => beginTask(deps.blobs, input, signal)),
    takeTurn: effect(deps, async (input, context) => think(await tools(), input, asked(context))),
    callTool: keptEffect(deps, async (input, context) =>
      callTool(await tools(), { ...input, begin: () => begins(deps, input) }, asked(context)),
    ),
    beginWork: effect(deps, (input) => beginWork(deps.blobs, input)),
    endWork: effect(deps, (input) => endWork({ ...deps, workspace: deps.workspaces }, input)),
    writeCodeRecord: effect(deps, (input) => writeRecord(deps.blobs, input)),
  };
}

/** True for the first try of a call. */
async function begins({ refs }: EffectStores, { key }: { key: EffectKey }): Promise<boolean> {
  const mine = randomUUID();
  const ref = { ...key, effect: `${key.effect}/begun` };
  return (await refs.putOnce(ref, mine)) === mine;
}

function asked({ signal, attempt, progress }: EffectContext) {
  progress('at work');
  return { signal, attempt };
}
