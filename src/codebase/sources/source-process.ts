import { HelperProcess, type HelperTimes } from '../../machine/helpers/process';
import type { SourceFiles } from '../navigation/types';
import { KEPT_TREES, type FromProcess, type ToProcess } from './protocol';

/** A state of files by its name; `load` is called where the process does not know it yet. */
export interface NamedSources {
  readonly name: string;
  load(): Promise<SourceFiles>;
}

/** An answer, or a reason for none; `part`: what was known until then. */
export type Outcome<A> = { status: 'answered'; answer: A } | { status: 'failed'; reason: string; part?: A };

export interface ProcessOptions extends HelperTimes {
  memoryMb: number;
}

/** Processes give up by themselves a little before their deadline: they then answer with what they have seen. */
const OWN_SHARE = 0.75;
/** Most files that a state may have for the process. */
const MOST_FILES = 50_000;

/** One process that reads sources, and the states it knows. */
export class SourceProcess<Q, A> {
  private readonly process: HelperProcess<FromProcess>;
  /** In the order in which the process was told of them, which is how it forgets them too. */
  private readonly states = new Map<string, SourceFiles>();

  constructor(
    artefact: string,
    private readonly options: ProcessOptions,
  ) {
    this.process = new HelperProcess({ artefact, memoryMb: options.memoryMb }, options);
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  /** Asks about states. Rejects only with the signal's reason, or where a state can't be loaded. */
  async ask(sources: readonly NamedSources[], question: Q, signal: AbortSignal): Promise<Outcome<A>> {
    this.process.wake();
    if (!(await this.introduce(sources)))
      return { status: 'failed', reason: 'the project has too many files' };
    let part: A | undefined;
    const asked: ToProcess = {
      type: 'ask',
      question,
      patienceMs: this.options.deadlineMs * OWN_SHARE,
    };
    const heard = await this.process.ask<A>(
      [asked],
      (frame) => {
        if (frame.type === 'need') void this.give(frame.tree, frame.path);
        else if (frame.type === 'done') return { answer: frame.answer as A };
        else part = frame.answer as A;
        return undefined;
      },
      signal,
    );
    if (!('why' in heard)) return { status: 'answered', answer: heard.answer };
    return { status: 'failed', reason: heard.why, ...(part !== undefined && { part }) };
  }

  stop(): void {
    this.process.stop();
  }

  /** Tells the process of states; false where one is too large. */
  private async introduce(wanted: readonly NamedSources[]): Promise<boolean> {
    // To get to know one state it may forget another that is wanted.
    for (let missing = [...wanted]; missing.length > 0;) {
      missing = wanted.filter(({ name }) => !this.states.has(name));
      for (const { name, load } of missing) {
        const sources = await load();
        if (sources.files.size > MOST_FILES) return false;
        this.send({ type: 'tree', tree: name, files: [...sources.files] });
        this.states.set(name, sources);
        const [oldest] = this.states.keys();
        if (this.states.size > KEPT_TREES && oldest !== undefined) this.states.delete(oldest);
      }
    }
    return true;
  }

  private async give(tree: string, path: string): Promise<void> {
    const text = await this.states
      .get(tree)
      ?.text(path)
      .catch(() => undefined);
    this.send({ type: 'text', text });
  }

  private send(frame: ToProcess): void {
    this.process.send(frame);
  }
}
