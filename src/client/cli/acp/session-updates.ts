import type { SessionUpdate, ToolKind } from '@agentclientprotocol/sdk';
import type { Redact } from '../../../domain/redact';
import type { RunEvent } from '../../../domain/run/events';
import { AgentMode, MODES } from '../../../domain/session/modes';
import type { Turn } from '../../../domain/session/state';
import { isCut } from '../chat/event-line';

/** Kinds of work as editors show them; other modes by whether they write. */
const KINDS: Readonly<Partial<Record<AgentMode, ToolKind>>> = {
  context_navigation: 'search',
  test: 'execute',
  benchmark: 'execute',
  verification: 'execute',
  git_workflow: 'execute',
  agent_planning: 'think',
  design: 'think',
};

/** Characters by which the end of a text is found again in a later look at it. */
const OVERLAP_CHARS = 80;

/** Events that are told as text of the agent; those of modes and changes have forms of their own. */
const FAILING = new Set(['failed', 'rejected', 'refused', 'publish-conflict']);

/** A message of the agent, as a paragraph of its own. */
export function agentText(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n\n` } };
}

/** Thought that the agent says aloud; editors show it apart from its answers. */
const thought = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_thought_chunk',
  content: { type: 'text', text },
});

/** Part of a text that is new since a look at it before; of both, only the end is known. */
function freshOf(before: string, now: string): string {
  if (now.startsWith(before)) return now.slice(before.length);
  const known = before.slice(-OVERLAP_CHARS);
  const at = now.lastIndexOf(known);
  return at < 0 ? now : now.slice(at + known.length);
}

/** Updates of a conversation that an editor loads: its turns, oldest first. */
export function replayOf(turns: readonly Turn[], redact: Redact): SessionUpdate[] {
  return turns.flatMap(({ text, answer, status, published }): SessionUpdate[] => [
    { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: redact(text) } },
    agentText(redact(answer === '' ? status : answer)),
    ...(published.length > 0 ? [agentText(redact(published.join(', ')))] : []),
  ]);
}

const NO_PLAN = { of: 'modes', entries: [], done: 0 } as const;

/** Translates the events of a session to updates of the protocol. One for each session: it knows the work that is under way. */
export class SessionUpdates {
  private open: { id: string; told: string } | undefined;
  /** Things that the turn does one after another, the steps of its plan or its modes, and how many of them are done. */
  private plan: { of: 'modes' | 'steps'; entries: readonly string[]; done: number } = NO_PLAN;
  private live = '';
  private isCut = false;

  constructor(private readonly redact: Redact) {}

  /** Updates of an event. `own`: number of the message that the editor itself has sent. */
  of({ kind, text, fields, sequence }: RunEvent, own?: number): SessionUpdate[] {
    const said = this.redact(text);
    switch (kind) {
      case 'submitted':
        this.plan = NO_PLAN;
        if (fields['message'] === own) return [];
        return [{ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: said } }];
      case 'mode-working':
        return [...this.close('completed'), ...this.begin(`work-${sequence}`, said, String(fields['mode']))];
      case 'mode-changed': {
        const mode = AgentMode.safeParse(fields['to']);
        return mode.success ? [{ sessionUpdate: 'current_mode_update', currentModeId: mode.data }] : [];
      }
      case 'told':
        this.isCut ||= isCut(text);
        return [...this.close('completed'), ...(isCut(text) ? [] : [agentText(said)])];
      case 'asked':
        // The question itself is put to the editor's user.
        return [];
      case 'published':
      case 'committed':
        return [
          {
            sessionUpdate: 'tool_call',
            ...{ toolCallId: `done-${sequence}`, title: said, kind: 'edit', status: 'completed' },
          },
        ];
      case 'plan-step': {
        const entries = this.redact(String(fields['steps'])).split('\n');
        this.plan = { of: 'steps', entries, done: Number(fields['at']) - 1 };
        return this.planned();
      }
      case 'reply':
      case 'tool-result':
        // What a model says without a tool is its answer, which is told as one.
        return fields['tools'] === '' ? [] : [thought(`${said}\n\n`)];
      default:
        return [...(FAILING.has(kind) ? this.close('failed') : []), agentText(said)];
    }
  }

  /** Updates of what a model is saying: what is new since the last look. Undefined: it says nothing now. */
  said(text = ''): SessionUpdate[] {
    const fresh = freshOf(this.live, text);
    this.live = text;
    return fresh === '' ? [] : [thought(fresh)];
  }

  /** Update of what the work under way is at; none where nothing is new. */
  progress(line: string): SessionUpdate[] {
    const text = this.redact(line);
    if (!this.open || this.open.told === text) return [];
    this.open.told = text;
    return [
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: this.open.id,
        content: [{ type: 'content', content: { type: 'text', text } }],
      },
    ];
  }

  /** Updates at the end of a turn: what is left to say of it. */
  end(turn: Turn | undefined): SessionUpdate[] {
    const left = this.isCut && turn ? [agentText(this.redact(turn.answer))] : [];
    this.isCut = false;
    const ended = turn && isGood(turn) ? 'completed' : 'failed';
    // What did not come to its end is not done.
    if (ended === 'completed') this.plan = { ...this.plan, done: this.plan.entries.length };
    return [...this.close(ended), ...left, ...this.planned()];
  }

  private begin(id: string, title: string, mode: string): SessionUpdate[] {
    this.open = { id, told: '' };
    const { of, entries } = this.plan;
    if (of === 'modes') this.plan = { of, entries: [...entries, title], done: entries.length };
    return [
      { sessionUpdate: 'tool_call', toolCallId: id, title, kind: kindOf(mode), status: 'in_progress' },
      ...this.planned(),
    ];
  }

  private close(status: 'completed' | 'failed'): SessionUpdate[] {
    const { open } = this;
    this.open = undefined;
    return open ? [{ sessionUpdate: 'tool_call_update', toolCallId: open.id, status }] : [];
  }

  /** The things that are done one after another, as a plan; one alone is none. */
  private planned(): SessionUpdate[] {
    const { entries, done } = this.plan;
    if (entries.length < 2) return [];
    const later = (index: number) => (index === done ? 'in_progress' : 'pending');
    return [
      {
        sessionUpdate: 'plan',
        entries: entries.map((content, index) => ({
          ...{ content, priority: 'medium' },
          status: index < done ? 'completed' : later(index),
        })),
      },
    ];
  }
}

function isGood({ status }: Turn): boolean {
  return status === 'done' || status === 'lacking';
}

function kindOf(name: string): ToolKind {
  const mode = AgentMode.safeParse(name);
  if (!mode.success) return 'other';
  return KINDS[mode.data] ?? (MODES[mode.data].writes ? 'edit' : 'read');
}
