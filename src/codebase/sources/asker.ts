import { Lru } from '../../machine/lru';
import { SourceProcess, type NamedSources, type Outcome, type ProcessOptions } from './source-process';

/** A question about states of one project. */
export interface Ask<Q> {
  /** Name under which questions that take too long are counted. */
  project: string;
  sources: readonly NamedSources[];
  question: Q;
  signal: AbortSignal;
}

/** Questions to a process that starts with the first one, and again after it ended. */
export interface Asker<Q, A> {
  /** Rejects only with the signal's reason: a process that can't answer is an outcome. */
  ask(ask: Ask<Q>): Promise<Outcome<A>>;
  close(): void;
}

/** Questions in a row that took too long, and the rest after them, in ms. */
const FAILURES = 2;
const REST_MS = 300_000;
const KNOWN_PROJECTS = 100;

/** Makes an asker. `artefact`: the built process; `isGood`: false for an answer that cost the whole deadline. */
export function createAsker<Q, A>(
  artefact: string,
  options: ProcessOptions,
  isGood: (answer: A) => boolean,
): Asker<Q, A> {
  const rests = new Rests();
  let running: SourceProcess<Q, A> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const askNow = async ({ project, sources, question, signal }: Ask<Q>): Promise<Outcome<A>> => {
    signal.throwIfAborted();
    if (rests.isResting(project))
      return {
        status: 'failed',
        reason: 'questions about this project took too long, so they rest for some minutes',
      };
    if (!running?.isAlive) running = new SourceProcess(artefact, options);
    const outcome = await running.ask(sources, question, signal);
    rests.note(project, outcome.status === 'answered' && isGood(outcome.answer));
    return outcome;
  };

  return {
    ask: (ask) => {
      const outcome = turn.then(() => askNow(ask));
      turn = outcome.catch(() => undefined);
      return outcome;
    },
    close: () => running?.stop(),
  };
}

/** Projects whose questions failed again and again: each would cost the whole deadline. */
class Rests {
  private readonly projects = new Lru<string, { failures: number; untilMs: number }>(KNOWN_PROJECTS);

  isResting(project: string): boolean {
    return performance.now() < (this.projects.get(project)?.untilMs ?? 0);
  }

  note(project: string, isGood: boolean): void {
    const failures = isGood ? 0 : (this.projects.get(project)?.failures ?? 0) + 1;
    const untilMs = failures < FAILURES ? 0 : performance.now() + REST_MS;
    this.projects.set(project, { failures: failures < FAILURES ? failures : 0, untilMs });
  }
}
