import { setTimeout as delay } from 'node:timers/promises';
import type { AgentContext, RequestPermissionResponse, SessionUpdate } from '@agentclientprotocol/sdk';
import { EXIT, KintsugiError } from '../../../domain/kintsugi-error';
import type { Redact } from '../../../domain/redact';
import type { Answer, Question } from '../../../domain/run/questions';
import type { SessionHandle } from '../../session-handle';
import { userName } from '../question/user-name';
import { watchQuestion } from '../question/watch-question';
import type { StoreReader } from '../store-reader';
import { answerOf, contentOf, optionsOf } from './permission';
import { agentText } from './session-updates';

/** An answer that was given is taken by the session within this. */
const TAKEN_POLL_MS = 100;

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

  /** Puts a question to the user. `later`: nobody has answered, and the question waits. */
  async ask(pending: Question, signal: AbortSignal): Promise<'go-on' | 'later'> {
    const name = `${pending.hash} ${pending.requestedAt}`;
    if (this.answered.has(name)) {
      await delay(TAKEN_POLL_MS, undefined, { signal }).catch(() => undefined);
      return 'go-on';
    }
    const { session } = this.parts;
    const gone = new AbortController();
    const watching = AbortSignal.any([signal, gone.signal]);
    const watch = watchQuestion(session, pending, gone, watching);
    const toolCallId = `ask-${pending.hash.slice(0, 12)}-${Date.parse(pending.requestedAt)}`;
    try {
      const answer = await this.answerTo(pending, toolCallId, watching);
      if (signal.aborted) return 'later';
      // Somebody else has answered, or it has expired.
      if (gone.signal.aborted) return 'go-on';
      if (!answer) {
        await this.tell([agentText(`The question waits: ${pending.summary}`)]);
        return 'later';
      }
      await session.answer(answer);
      this.answered.add(name);
      await this.tell([closed(toolCallId, answer.decision === 'reject' ? 'failed' : 'completed')]);
      return 'go-on';
    } catch (error) {
      // Somebody else answered first, or the change is another one by now.
      if (!(error instanceof KintsugiError) || error.exitCode !== EXIT.usage) throw error;
      await this.tell([agentText(error.message)]);
      return 'go-on';
    } finally {
      gone.abort();
      await watch;
    }
  }

  private async answerTo(
    pending: Question,
    toolCallId: string,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const { session, directory, store, editor } = this.parts;
    const { diff } = await session.status();
    const call = {
      toolCallId,
      title: this.redact(pending.summary),
      kind: pending.kind === 'publish' ? ('edit' as const) : ('other' as const),
      status: 'pending' as const,
      content: await contentOf({ pending, diff }, directory, store, this.redact),
      locations: pending.files.map(({ path }) => ({ path: `${directory}/${path}` })),
    };
    await this.tell([{ sessionUpdate: 'tool_call', ...call }]);
    const asked: Promise<RequestPermissionResponse> = editor.request(
      'session/request_permission',
      { sessionId: session.id, toolCall: call, options: optionsOf(pending) },
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
