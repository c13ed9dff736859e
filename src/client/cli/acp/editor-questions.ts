import { setTimeout as delay } from 'node:timers/promises';
import type {
  AgentContext,
  RequestPermissionResponse,
  SessionUpdate,
  PermissionOption,
  RequestPermissionOutcome,
  ToolCallContent,
} from '@agentclientprotocol/sdk';
import { join } from 'node:path';
import { EXIT, KintsugiError } from '../../../domain/kintsugi-error';
import { redactedTexts, type Redact } from '../../../domain/redact';
import { type Answer, type Question, untilText } from '../../../domain/run/questions';
import type { RunHandle } from '../../run-handle';
import type { SessionHandle } from '../../session-handle';
import { userName } from '../question/user-name';
import { watchQuestion } from '../question/watch-question';
import type { StoreReader } from '../../store-reader';
import { agentText } from './session-updates';
import type { TreeDiff } from '../../../domain/files/workspace';
import { readableTexts } from '../../../machine/text/text-form';
import type { RunStatus } from '../../../domain/run/status';
import { plural } from '../../../domain/text';

/** An answer that was given is taken by the session within this. */
const TAKEN_POLL_MS = 100;

/** A run that asks. */
type Asking = RunHandle<unknown>;

/** Parts that questions to an editor work with. */
export interface QuestionParts {
  readonly session: SessionHandle;
  readonly directory: string;
  readonly store: StoreReader;
  readonly editor: AgentContext;
}

/** Puts a session's questions to the user of an editor, as requests for permission; each is answered once. */
export class EditorQuestions {
  private readonly answered = new Set<string>();

  constructor(
    private readonly parts: QuestionParts,
    private readonly redact: Redact,
    private readonly tell: (updates: readonly SessionUpdate[]) => Promise<void>,
  ) {}

  /** Puts a question of the session, or of a run that it has started, to the user. `later`: nobody has answered, and the question waits. */
  async ask(
    pending: Question,
    signal: AbortSignal,
    run: Asking = this.parts.session,
  ): Promise<'go-on' | 'later'> {
    const name = `${pending.hash} ${pending.requestedAt}`;
    if (this.answered.has(name)) {
      await delay(TAKEN_POLL_MS, undefined, { signal }).catch(() => undefined);
      return 'go-on';
    }
    const gone = new AbortController();
    const watching = AbortSignal.any([signal, gone.signal]);
    const watch = watchQuestion(run, pending, gone, watching);
    const toolCallId = `ask-${pending.hash.slice(0, 12)}-${Date.parse(pending.requestedAt)}`;
    try {
      const answer = await this.answerTo({ pending, run }, toolCallId, watching);
      if (signal.aborted) return 'later';
      // Somebody else has answered, or it has expired.
      if (gone.signal.aborted) return 'go-on';
      if (!answer) {
        await this.tell([agentText(this.redact(`The question waits: ${pending.summary}`))]);
        return 'later';
      }
      await run.answer(answer);
      this.answered.add(name);
      await this.tell([closed(toolCallId, answer.decision === 'reject' ? 'failed' : 'completed')]);
      return 'go-on';
    } catch (error) {
      // Somebody else answered first, or the change is another one by now.
      if (!(error instanceof KintsugiError) || error.exitCode !== EXIT.usage) throw error;
      await this.tell([agentText(this.redact(error.message))]);
      return 'go-on';
    } finally {
      gone.abort();
      await watch;
    }
  }

  private async answerTo(
    { pending, run }: { pending: Question; run: Asking },
    toolCallId: string,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const { session, directory, store, editor } = this.parts;
    const { diff } = await run.status();
    const shown = {
      title: pending.summary,
      kind: pending.kind === 'publish' ? ('edit' as const) : ('other' as const),
      status: 'pending' as const,
      content: await contentOf({ pending, diff }, directory, store),
      locations: pending.files.map(({ path }) => ({ path: `${directory}/${path}` })),
    };
    // All that the editor shows of the question is in these two.
    const call = { toolCallId, ...redactedTexts(shown, this.redact) };
    const options = redactedTexts(optionsOf(pending), this.redact);
    await this.tell([{ sessionUpdate: 'tool_call', ...call }]);
    const asked: Promise<RequestPermissionResponse> = editor.request(
      'session/request_permission',
      { sessionId: session.id, toolCall: call, options },
      { cancellationSignal: signal },
    );
    const stopped = new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    // An editor that knows no cancelled requests may never answer this one.
    asked.catch(() => undefined);
    const reply = await Promise.race([asked, stopped]);
    return reply && answerOf(pending, reply.outcome, userName());
  }
}

function closed(toolCallId: string, status: 'completed' | 'failed'): SessionUpdate {
  return { sessionUpdate: 'tool_call_update', toolCallId, status };
}

const APPROVE = 'approve';
const APPROVE_KIND = 'approve-kind';
const REJECT = 'reject';
const CHOICE = 'choice-';

/** Options of a question: those that an answer of its form may have. */
export function optionsOf({ form, kind, choices = [] }: Question): PermissionOption[] {
  const reject: PermissionOption = { optionId: REJECT, kind: 'reject_once', name: 'Reject' };
  if (form === 'choice')
    return [
      ...choices.map((name, index) => ({
        optionId: `${CHOICE}${index}`,
        kind: 'allow_once' as const,
        name,
      })),
      reject,
    ];
  // A text can't be given by an option: kintsugi answer gives it.
  if (form === 'text') return [reject];
  const approve: PermissionOption = { optionId: APPROVE, kind: 'allow_once', name: 'Approve' };
  const always: PermissionOption = {
    optionId: APPROVE_KIND,
    kind: 'allow_always',
    name: `Approve every ${kind} in this mode`,
  };
  // Each proposal is asked about, whatever was granted.
  return kind === 'proposal' ? [approve, reject] : [approve, always, reject];
}

/** Answer that an editor's outcome means; undefined where nobody has answered. */
export function answerOf(
  { hash, choices = [] }: Question,
  outcome: RequestPermissionOutcome,
  by?: string,
): Answer | undefined {
  if (outcome.outcome !== 'selected') return undefined;
  const { optionId } = outcome;
  const said = { hash, by, via: 'editor', scope: 'once' } as const;
  if (optionId === APPROVE) return { ...said, decision: 'approve' };
  if (optionId === APPROVE_KIND) return { ...said, decision: 'approve', scope: 'kind' };
  if (optionId === REJECT) return { ...said, decision: 'reject', reason: 'rejected in the editor' };
  const text = optionId.startsWith(CHOICE) ? choices[Number(optionId.slice(CHOICE.length))] : undefined;
  return text === undefined ? undefined : { ...said, text };
}

/** Subject of a question: the files as they are and would be, else its text; then its warnings and its deadline. */
export async function contentOf(
  { pending, diff }: { pending: Question } & Pick<RunStatus, 'diff'>,
  directory: string,
  store: Pick<StoreReader, 'readFile' | 'readBlob'>,
): Promise<ToolCallContent[]> {
  const isChange = pending.kind === 'publish' && diff !== undefined;
  const diffs = isChange ? await diffsOf(diff, directory, store) : [];
  const whole = pending.kind === 'proposal' ? await store.readBlob(pending.hash) : undefined;
  const unseen = isChange ? diff.fileCount - diffs.length : 0;
  const text = [
    ...(isChange && unseen === 0 ? [] : [whole ?? pending.diffExcerpt]),
    ...(unseen === 0 ? [] : [`${plural(unseen, 'more file')} ${unseen === 1 ? 'is' : 'are'} not shown.`]),
    ...(pending.warnings ?? []),
    `The session waits ${untilText(pending)}.`,
  ];
  return [
    ...diffs,
    ...text
      .filter((one) => one !== '')
      .map((one): ToolCallContent => ({ type: 'content', content: { type: 'text', text: one } })),
  ];
}

/** Diffs of the files that are text on both sides. */
async function diffsOf(
  { base, tree, files }: TreeDiff,
  directory: string,
  store: Pick<StoreReader, 'readFile'>,
): Promise<ToolCallContent[]> {
  const diffs: ToolCallContent[] = [];
  for (const { path, change, renamedFrom } of files) {
    const before = change === 'added' ? undefined : await store.readFile(base, renamedFrom ?? path);
    const after = change === 'deleted' ? Buffer.alloc(0) : await store.readFile(tree, path);
    const texts = after && readableTexts([before ?? Buffer.alloc(0), after]);
    if (!texts) continue;
    const [oldText, newText] = texts as [string, string];
    diffs.push({ type: 'diff', path: join(directory, path), oldText: before ? oldText : null, newText });
  }
  return diffs;
}
