/** Turn of a session that a model works on: what it is told, and what is taken of its answer. */
import type { BlobHash, EffectKey } from '../../domain/ids';
import type { HeavyRules } from '../../domain/files/heavy-rules';
import type { HostDirectory } from '../../domain/files/workspace';
import type { RunPolicy } from '../../domain/run/policy/run-policy';
import { ANSWER_CHARS } from '../../domain/session/handling';
import { MODES, type AgentMode } from '../../domain/session/modes';
import type { HandlerTask, Answered } from '../../domain/session/state';
import { availableTransitions } from '../../domain/session/transitions';
import { excerpt } from '../../domain/text';
import type { VerificationSpec } from '../../domain/verification/verification';
import { keepTask } from '../agent/task';
import { readNode } from '../agent/transcript';
import { objectIn } from '../json-reply';
import { DirectoryResult } from '../tools/directory';
import { keepProposal } from './project-files';
import type { SessionDeps } from './types';

/** Input that a model's loop begins with. */
export interface BeginTalkInput {
  key: EffectKey;
  mode: AgentMode;
  task: HandlerTask;
  /** Findings of the tools of the mode. */
  material: BlobHash;
  tools: readonly string[];
  directory: HostDirectory;
  spec: VerificationSpec;
  heavyFolders?: HeavyRules;
  policy?: RunPolicy;
  /** Asked in place of the worker's own. */
  model?: string;
}

/** Keeps the task of a loop; resolves to its blob. */
export function beginTalk({ blobs }: Pick<SessionDeps, 'blobs'>, input: BeginTalkInput): Promise<BlobHash> {
  const { mode, task, material, tools, directory, spec, heavyFolders, policy, model } = input;
  const { context, earlier, text, files } = task;
  return keepTask(blobs, {
    version: 1,
    toolSet: 'directory',
    tools: [...tools],
    turn: {
      mode: `${mode}: ${MODES[mode].line.en}`,
      triggers: availableTransitions(mode)
        .map(({ trigger, to, reason }) => `- ${trigger} (to ${to}): ${reason}`)
        .join('\n'),
      conversation: earlier.map((turn) => `User: ${turn.text}\nAnswer: ${turn.answer}`).join('\n\n'),
      rejections: context.rejections.map(({ reason }) => `- ${reason}`).join('\n'),
      material,
    },
    request: text,
    impactedFiles: [],
    base: files.tree,
    checks: spec,
    finds: context.approvalLevel,
    ...{ directory, heavyFolders, policy, mode, model },
  });
}

/** End of a model's loop. */
export interface EndTalkInput {
  key: EffectKey;
  mode: AgentMode;
  transcript: BlobHash;
  /** Result of the call that ended it; absent: the model said its answer. */
  summary?: BlobHash;
}

/** The answer of a loop that has ended. */
export async function endTalk(
  deps: SessionDeps,
  { mode, transcript, summary }: EndTalkInput,
): Promise<Answered> {
  const { blobs, redact } = deps;
  const text =
    summary === undefined
      ? ((await readNode(blobs, transcript)).said.at(-1)?.content ?? '')
      : DirectoryResult.parse(JSON.parse(String(await blobs.load(summary)))).text;
  const { answer, trigger, reason } = objectIn(text) ?? {};
  // A reply that is no object is an answer without a trigger.
  const said = redact(typeof answer === 'string' ? answer : text);
  const isLegal = availableTransitions(mode).some((one) => one.trigger === trigger);
  const proposal = MODES[mode].proposes ? await keepProposal(deps, said) : undefined;
  return {
    answer: excerpt(said, ANSWER_CHARS),
    ...(isLegal && { trigger: String(trigger) }),
    ...(typeof reason === 'string' && { reason: redact(excerpt(reason, 300)) }),
    ...(proposal && { proposal }),
    ...(mode === 'agent_planning' && { steps: planSteps(said) }),
  };
}

const STEP = /^[^\S\n]{0,3}\d{1,2}[.)][^\S\n]{1,3}(.{1,600})$/;
const MOST_STEPS = 20;

/** Steps of a plan in Markdown: the items of its numbered list, each with the lines below it. */
export function planSteps(text: string): string[] {
  const steps: string[][] = [];
  for (const line of text.split('\n')) {
    const item = STEP.exec(line)?.[1];
    const last = steps.at(-1);
    if (item !== undefined) steps.push([item]);
    // What is indented below an item belongs to it.
    else if (last && /^\s{2,}\S/.test(line)) last.push(line.trim());
    else if (last && line.trim() !== '') break;
  }
  return steps.slice(0, MOST_STEPS).map((lines) => lines.join('\n'));
}
