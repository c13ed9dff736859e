/** Messages of a turn: rules and task first, then what was said. */
import type { BlobHash, TreeHash } from '../../domain/ids';
import type { BlobStore, TreeStore } from '../../store';
import { compact, tokensOf, type SentMessage, type ShownState, type TranscriptMessage } from '../compaction';
import { ProjectInstructions } from '../instructions';
import { clip, Material } from '../material';
import { renderPrompt } from '../prompts';
import { specText } from '../tools/data/generate-code';
import type { Known } from './known';
import type { DataTask, DirectoryTask, SessionTurn } from './task';
import { newestTurns, withinShares } from './transcript';

/** A turn that is to be asked for. */
export interface Said {
  /** Newest node of the transcript; absent: this is the first turn. */
  transcript?: BlobHash;
  /** Answers to the calls of that node. */
  heard: readonly TranscriptMessage[];
}

/** Stores that messages are made from. */
export interface MessageStores {
  blobs: BlobStore;
  trees: TreeStore;
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

const LEFT_OUT = 'Earlier turns are left out here. The task and its rules stand above, as they were given.';

/** Older turns are read as far as their shortened forms may fit. */
const READ_SHARE = 4;
const BYTES_PER_TOKEN = 3;
const MOST_OPEN_FILES = 12;
const MOST_STRUCTURE = 300;

/** Messages of a run on a directory: all that was said, or what compaction leaves of it within `budget` characters. */
export async function directoryMessages(
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

/** Rules and task of a turn of a session. */
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
