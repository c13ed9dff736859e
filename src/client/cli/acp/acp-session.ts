import { setTimeout as delay } from 'node:timers/promises';
import type { AgentContext, PromptResponse, SessionModeState, SessionUpdate } from '@agentclientprotocol/sdk';
import { badInput, KintsugiError } from '../../../domain/kintsugi-error';
import { redactor, type Redact } from '../../../domain/redact';
import { spoken } from '../../../domain/run/outcomes';
import type { RunStatus } from '../../../domain/run/status';
import { AgentMode, MODES } from '../../../domain/session/modes';
import { routeTo } from '../../../domain/session/transitions/index';
import { reviver } from '../../open';
import type { SessionHandle } from '../../session-handle';
import { turnOf } from '../chat/event-line';
import { beginningOf, SessionFollower } from '../chat/follow-session';
import type { Context } from '../context';
import type { Output } from '../output';
import { userName } from '../question/user-name';
import { savedTurns } from '../../report/run-report';
import type { StoreReader } from '../../store-reader';
import { waitsForTopUp } from '../top-up-text';
import { EditorQuestions } from './editor-questions';
import { agentText, replayOf, SessionUpdates } from './session-updates';

const POLL_MS = 100;
/** Pause between looks at what runs of the session ask, ms. */
const PART_POLL_MS = 500;
/** Longest wait for the end of a turn that is taken back, ms. */
const UNDO_MS = 30_000;

/** Parts that a session of an editor works with. */
export interface AcpParts {
  readonly context: Context;
  readonly session: SessionHandle;
  readonly directory: string;
  readonly store: StoreReader;
  /** The editor. */
  readonly editor: AgentContext;
}

/** Turn that the editor waits for. */
interface Activity {
  readonly abort: AbortController;
  /** Newest checkpoint before it; undefined while none is there. */
  readonly checkpoint: number | undefined;
  isCancelled: boolean;
}

/** A session that an editor talks to. One turn is followed at a time. */
export class AcpSession {
  private readonly redact: Redact;
  private readonly updates: SessionUpdates;
  private readonly follower: SessionFollower;
  private sent: Promise<void> = Promise.resolve();
  private own: number | undefined;
  private activity: Activity | undefined;
  private ended: Promise<unknown> = Promise.resolve();
  private readonly questions: EditorQuestions;

  private constructor(
    private readonly parts: AcpParts,
    after: number,
  ) {
    const { context, session, store } = parts;
    const { config, output } = context;
    this.redact = redactor(config.secrets);
    this.updates = new SessionUpdates(this.redact);
    this.questions = new EditorQuestions(parts, this.redact, async (updates) => {
      this.tell(updates);
      await this.sent;
    });
    const quiet: Output = {
      ...output,
      interactive: false,
      progress: (line) => this.tell(this.updates.progress(line)),
      clearProgress: () => undefined,
    };
    this.follower = new SessionFollower(
      session,
      {
        ...{ output: quiet, store, editor: config.editor, revive: reviver(config) },
        hear: (said) => this.tell(this.updates.said(said)),
        tell: (event) => this.tell(this.updates.of(event, this.own)),
      },
      after,
    );
  }

  /** Opens a session for an editor; needs a worker. */
  static async open(parts: AcpParts): Promise<AcpSession> {
    return new AcpSession(parts, await beginningOf(parts.session, await parts.session.status()));
  }

  get directory(): string {
    return this.parts.directory;
  }

  /** Modes of the session, and the one that it is in. */
  async modes(): Promise<SessionModeState> {
    const { session, context } = this.parts;
    return {
      currentModeId: await session.ask('mode'),
      availableModes: AgentMode.options.map((id) => ({
        id,
        name: spoken(id),
        description: MODES[id].line[context.config.language],
      })),
    };
  }

  /** Tells the editor the conversation so far. */
  async replay(): Promise<void> {
    const { session, store } = this.parts;
    const { head, turns } = await session.ask('turns');
    this.tell(replayOf(await savedTurns(head, turns, store.readBlob), this.redact));
    await this.sent;
  }

  /** Follows a turn that is under way already, while the editor goes on. */
  async catchUp(): Promise<void> {
    const status = await this.parts.session.status();
    if (status.phase === 'resting' && !status.pending && !status.waiting) return;
    const work = async (activity: Activity): Promise<void> => {
      if ((await this.untilRest(activity)) !== 'rests') return;
      const { turns } = await this.parts.session.ask('turns');
      this.tell(this.updates.end(turns.at(-1)));
    };
    this.during(status, work).catch((error: unknown) => {
      this.tell([agentText(error instanceof KintsugiError ? error.message : String(error))]);
    });
  }

  /** Gives the session a task, and resolves when its turn has ended, or the user has cancelled it. */
  async prompt(text: string): Promise<PromptResponse> {
    this.requireRest('wait for the end of its turn, or cancel it');
    const { session } = this.parts;
    const status = await session.status();
    return this.during(status, async (activity) => {
      const { number } = await session.submit({ text, by: userName() });
      this.own = number;
      const end = await this.untilRest(activity);
      if (end === 'rests') this.tell(this.updates.end(turnOf(await session.ask('turns'), number)));
    });
  }

  /** Moves the session to a mode by the triggers that lead there. */
  async setMode(name: string): Promise<void> {
    const mode = AgentMode.safeParse(name);
    if (!mode.success)
      throw badInput(`There is no mode ${name}: take one of ${AgentMode.options.join(', ')}.`);
    this.requireRest('set the mode when its turn has ended');
    const { session } = this.parts;
    await this.during(await session.status(), async (activity) => {
      for (const trigger of routeTo(await session.ask('mode'), mode.data)) {
        this.own = (await session.trigger(trigger, { by: userName() })).number;
        if ((await this.untilRest(activity)) !== 'rests') return;
      }
    });
    const present = await session.ask('mode');
    if (present !== mode.data)
      throw badInput(`The session is in ${present}: no trigger led to ${mode.data}.`);
  }

  /** Gives up what is under way: files, conversation and mode are those from before it again. Resolves when it has ended. */
  async cancel(): Promise<void> {
    const { activity } = this;
    if (activity) {
      activity.isCancelled = true;
      activity.abort.abort();
    }
    await this.ended;
  }

  /** Leaves the session; a turn under way goes on. */
  leave(): void {
    this.activity?.abort.abort();
  }

  private requireRest(way: string): void {
    if (this.activity) throw badInput(`The session ${this.parts.session.id} is at work: ${way}.`);
  }

  private during(
    { checkpoints }: RunStatus,
    work: (activity: Activity) => Promise<unknown>,
  ): Promise<PromptResponse> {
    this.requireRest('wait for the end of its turn, or cancel it');
    const activity: Activity = {
      abort: new AbortController(),
      checkpoint: checkpoints.at(-1)?.number,
      isCancelled: false,
    };
    this.activity = activity;
    const done = this.carriedOut(activity, work);
    this.ended = done.catch(() => undefined);
    return done;
  }

  private async carriedOut(
    activity: Activity,
    work: (activity: Activity) => Promise<unknown>,
  ): Promise<PromptResponse> {
    try {
      await work(activity);
      if (!activity.isCancelled) return { stopReason: 'end_turn' };
      await this.undo(activity);
      return { stopReason: 'cancelled' };
    } finally {
      this.activity = undefined;
      await this.sent;
    }
  }

  /** Follows the session until it rests, and puts its questions to the editor's user. */
  private async untilRest({ abort: { signal } }: Activity): Promise<'rests' | 'left'> {
    const rests = new AbortController();
    const asked = this.askForParts(AbortSignal.any([signal, rests.signal]));
    try {
      return await this.followTurn(signal);
    } finally {
      rests.abort();
      await asked;
    }
  }

  /** Puts what runs ask that the session has started: the session itself asks only about its own changes. */
  private async askForParts(signal: AbortSignal): Promise<void> {
    const { session, context } = this.parts;
    const left = new Set<string>();
    while (!signal.aborted) {
      await delay(PART_POLL_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const { partIds } = await session.described().catch(() => ({ partIds: [] }));
      for (const id of partIds) {
        const run = context.client.run(id);
        const { pending } = await run.status().catch(() => ({ pending: undefined }));
        if (!pending || signal.aborted) continue;
        // A question that nobody answered waits: it is not put again in this turn.
        const name = `${id} ${pending.hash} ${pending.requestedAt}`;
        if (left.has(name)) continue;
        const end = await this.questions.ask(pending, signal, run).catch(() => 'later' as const);
        if (end === 'later') left.add(name);
      }
    }
  }

  private async followTurn(signal: AbortSignal): Promise<'rests' | 'left'> {
    const { session, context } = this.parts;
    for (;;) {
      const end = await this.follower.follow('rest', signal);
      switch (end.type) {
        case 'rests':
          return 'rests';
        case 'ended':
          this.tell([agentText(`The session ${session.id} has ended: begin another one.`)]);
          return 'left';
        case 'lacks-budget':
          this.tell([agentText(waitsForTopUp(session.id, end.budget, context.output.say).join('\n'))]);
          return 'left';
        case 'detached':
          return 'left';
        case 'asks':
          if ((await this.questions.ask(end.pending, signal)) === 'later') return 'left';
      }
    }
  }

  private async undo({ checkpoint }: Activity): Promise<void> {
    const { session } = this.parts;
    const number = checkpoint ?? (await this.firstCheckpoint());
    if (number === undefined) return;
    try {
      const { status } = await session.rollBack({ kind: 'to', name: String(number), by: userName() });
      await this.follower.follow('rest', AbortSignal.timeout(UNDO_MS));
      this.tell(this.updates.end(undefined));
      if (status === 'conflict')
        this.tell([
          agentText(
            `The turn could not be taken back: kintsugi checkpoints ${session.id} shows where it stands.`,
          ),
        ]);
    } catch (error) {
      if (!(error instanceof KintsugiError)) throw error;
      this.tell([agentText(error.message)]);
    }
  }

  /** State of the files before the first turn, as soon as the session has looked at them; undefined where it has not in time. */
  private async firstCheckpoint(): Promise<number | undefined> {
    for (const endMs = performance.now() + UNDO_MS; performance.now() < endMs; await delay(POLL_MS)) {
      const { checkpoints, phase } = await this.parts.session.status();
      const [first] = checkpoints;
      if (first || phase === 'resting') return first?.number;
    }
    return undefined;
  }

  /** Updates reach the editor in the order of their events. */
  private tell(updates: readonly SessionUpdate[]): void {
    const { editor, session } = this.parts;
    for (const update of updates)
      this.sent = this.sent
        .then(() => editor.notify('session/update', { sessionId: session.id, update }))
        // An editor that is gone needs no updates: the end of its connection ends the command.
        .catch(() => undefined);
  }
}
