/**
 * The sandbox child: one request after the other, each answered before the next is read. Started by the supervisor
 * with an empty environment and read access to its own files only; it is expendable at any time.
 */
import path from 'node:path';
import type { ParentMessage } from '../protocol';
import { call } from './call';
import { Contexts } from './context';
import { readFrame, writeFrame } from './frames';
import { provideTypeScript } from './compile/typescript';
import { createSnapshot } from './runtime-snapshot';
import { TrialSession } from './trial';
import { loadTypeScript } from './load-typescript';
import { markIdle } from './memory-use';
import { openLibraries } from './library';
import { Program } from './program';
import { run } from './run';
import { Stock } from './stock';

/** Programs kept for further requests. */
const MAX_PROGRAMS = 2;

const ENDS_REQUEST: ReadonlySet<ParentMessage['t']> = new Set(['run', 'call', 'trial-close']);

class Child {
  private readonly programs = new Map<number, ReadonlyMap<string, string>>();
  private readonly contexts = new Contexts();
  /** The program of the last request, with its context. */
  private last: { key: string; program: Program } | undefined;
  private trial: TrialSession | undefined;

  constructor(private readonly stock: Stock) {}

  handle(message: ParentMessage): void {
    switch (message.t) {
      case 'program':
        this.keep(message.id, new Map(message.files));
        break;
      case 'context':
        this.contexts.add(message);
        break;
      case 'run':
        run(message, this.program(message), this.stock);
        break;
      case 'call':
        call(message, this.program(message), this.stock);
        break;
      case 'trial-open':
        this.trial = new TrialSession(message, this.program(message), this.stock);
        this.trial.open();
        break;
      case 'try':
        for (const variant of message.variants) this.trial?.try(variant);
        break;
      case 'trial-close':
        this.trial?.close();
        this.trial = undefined;
        break;
    }
    this.stock.refill();
    if (ENDS_REQUEST.has(message.t)) markIdle();
  }

  private keep(id: number, files: ReadonlyMap<string, string>): void {
    this.programs.set(id, files);
    for (const oldest of this.programs.keys()) {
      if (this.programs.size <= MAX_PROGRAMS) break;
      this.programs.delete(oldest);
    }
  }

  private program(ids: { program: number; context: number }): Program {
    const key = `${ids.program}/${ids.context}`;
    if (this.last?.key === key) return this.last.program;
    const files = this.programs.get(ids.program);
    if (!files) throw new Error(`program ${ids.program} is not here`);
    const program = new Program(files, this.contexts.get(ids.context));
    this.last = { key, program };
    return program;
  }
}

function main(): void {
  const [, , runtimePath, typescriptPath] = process.argv;
  if (runtimePath === undefined) throw new Error('the path of the runtime is missing');
  if (typescriptPath !== undefined) provideTypeScript(() => loadTypeScript(typescriptPath));
  const stock = new Stock({
    snapshot: createSnapshot(runtimePath),
    libraries: openLibraries(path.dirname(runtimePath)),
  });
  const child = new Child(stock);
  stock.refill();
  markIdle();
  writeFrame({ t: 'ready' });
  for (let message = readFrame(); message !== undefined; message = readFrame())
    child.handle(message as ParentMessage);
  // The parent has gone. Live isolates must not hold the process.
  process.exit(0);
}

main();
