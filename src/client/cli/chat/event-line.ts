import type { Redact } from '../../../domain/redact';
import type { RunEvent } from '../../../domain/run/events';
import { outcomeText } from '../../../domain/run/outcomes';
import type { Say } from '../../../domain/run/said';
import type { SessionTurns } from '../../../domain/session/messages';
import type { Turn } from '../../../domain/session/state';
import type { Output } from '../output';

const STYLES: Readonly<Record<string, Parameters<Output['paint']>[0]>> = {
  submitted: 'bold',
  published: 'green',
  rewound: 'green',
  refused: 'yellow',
  rejected: 'yellow',
  failed: 'yellow',
  'publish-conflict': 'yellow',
  'rewind-conflict': 'yellow',
};

/** Mark of a text that the event log has cut. */
const CUT = /\n… \+\d{1,12}$/;

/** True for a text that the event log has cut: the turn has more of it. */
export function isCut(text: string): boolean {
  return CUT.test(text);
}

/** Events of a session as lines of a terminal. */
export class EventLines {
  /** An answer was cut, so the turn's own has to be shown. */
  private isCut = false;

  constructor(
    private readonly output: Output,
    private readonly redact: Redact,
  ) {}

  /** Prints an event, unless it is the message `own`, which people have just typed. */
  print({ kind, text, fields }: RunEvent, own?: number): void {
    const { output } = this;
    if (kind === 'submitted' && fields['message'] === own) return;
    if (kind === 'told') {
      if (isCut(text)) this.isCut = true;
      else output.print(this.redact(text));
      return;
    }
    output.print(output.paint(STYLES[kind] ?? 'dim', this.redact(text)));
  }

  /** Prints what is left to say of a turn that has ended. */
  end(turn: Turn): void {
    const { output } = this;
    if (this.isCut) output.print(this.redact(turn.answer));
    this.isCut = false;
    output.print(output.paint('dim', turnLine(turn, output.say)));
  }
}

/** `done · debug → test · changed src/sum.ts` */
export function turnLine({ status, modes, transitions, published }: Turn, say: Say): string {
  const last = transitions.at(-1)?.to;
  const way = last === undefined || last === modes.at(-1) ? modes : [...modes, last];
  const changed = published.length === 0 ? [] : [say`changed ${published.join(', ')}`];
  return [
    outcomeText('turn', status, say.language),
    ...(way.length === 0 ? [] : [way.join(' → ')]),
    ...changed,
  ].join(' · ');
}

/** Turn of a message; undefined where it is not among the newest, or was rewound. */
export function turnOf({ turns }: SessionTurns, message: number | undefined): Turn | undefined {
  return turns.find((turn) => turn.message === message);
}
