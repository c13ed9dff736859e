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

/** Events that are told as text of the agent; those of modes and changes have forms of their own. */
const FAILING = new Set(['failed', 'rejected', 'refused', 'publish-conflict']);

/** A message of the agent, as a paragraph of its own. */
export function agentText(text: string): SessionUpdate {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${text}\n\n` } };
}

/** Updates of a conversation that an editor loads: its turns, oldest first. */
export function replayOf(turns: readonly Turn[], redact: Redact): SessionUpdate[] {
  return turns.flatMap(({ text, answer, status, published }): SessionUpdate[] => [
    { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: redact(text) } },
    agentText(redact(answer === '' ? status : answer)),
    ...(published.length > 0 ? [agentText(redact(published.join(', ')))] : []),
  ]);
}

/** Translates the events of a session to updates of the protocol. One for each session: it knows the work that is under way. */
export class SessionUpdates {
  private open: { id: string; told: string } | undefined;
  private worked: { mode: string; line: string }[] = [];
  private isCut = false;

  constructor(private readonly redact: Redact) {}

  /** Updates of an event. `own`: number of the message that the editor itself has sent. */
  of({ kind, text, fields, sequence }: RunEvent, own?: number): SessionUpdate[] {
    const said = this.redact(text);
    switch (kind) {
      case 'submitted':
        this.worked = [];
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
      default:
        return [...(FAILING.has(kind) ? this.close('failed') : []), agentText(said)];
    }
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
    return [...this.close(turn && isGood(turn) ? 'completed' : 'failed'), ...left, ...this.plan('completed')];
  }

  private begin(id: string, title: string, mode: string): SessionUpdate[] {
    this.open = { id, told: '' };
    this.worked.push({ mode, line: title });
    return [
      { sessionUpdate: 'tool_call', toolCallId: id, title, kind: kindOf(mode), status: 'in_progress' },
      ...this.plan('in_progress'),
    ];
  }

  private close(status: 'completed' | 'failed'): SessionUpdate[] {
    const { open } = this;
    this.open = undefined;
    return open ? [{ sessionUpdate: 'tool_call_update', toolCallId: open.id, status }] : [];
  }

  /** Modes that work on a task, as a plan; one alone is none. */
  private plan(last: 'in_progress' | 'completed'): SessionUpdate[] {
    if (this.worked.length < 2) return [];
    const entries = this.worked.map(({ line }, index) => ({
      content: line,
      priority: 'medium' as const,
      status: index === this.worked.length - 1 ? last : ('completed' as const),
    }));
    return [{ sessionUpdate: 'plan', entries }];
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
