/**
 * The sandbox child: one request after the other, each answered before the next is read. Started by the supervisor
 * with an empty environment and read access to its own files only; it is expendable at any time.
 */
import type { ParentMessage } from '../protocol';
import { readFrame, writeFrame } from './frames';
import { createSnapshot } from './isolate';
import { JudgeSession } from './judge';
import { Program } from './program';
import { run } from './run';
import { Stock } from './stock';

/** Programs kept for further requests. */
const MAX_PROGRAMS = 2;

class Child {
  private readonly programs = new Map<number, Program>();
  private judge: JudgeSession | undefined;

  constructor(private readonly stock: Stock) {}

  handle(message: ParentMessage): void {
    switch (message.t) {
      case 'program':
        this.keep(message.id, new Program(new Map(message.files)));
        break;
      case 'run':
        run(message, this.program(message.program), this.stock);
        break;
      case 'judge-open':
        this.judge = new JudgeSession(message, this.program(message.program), this.stock);
        this.judge.open();
        break;
      case 'judge':
        for (const variant of message.variants) this.judge?.judge(variant);
        break;
      case 'judge-close':
        this.judge?.close();
        this.judge = undefined;
        break;
    }
    this.stock.refill();
  }

  private keep(id: number, program: Program): void {
    this.programs.set(id, program);
    for (const oldest of this.programs.keys()) {
      if (this.programs.size <= MAX_PROGRAMS) break;
      this.programs.delete(oldest);
    }
  }

  private program(id: number): Program {
    const program = this.programs.get(id);
    if (!program) throw new Error(`program ${id} is not here`);
    return program;
  }
}

function main(): void {
  const runtimePath = process.argv[2];
  if (runtimePath === undefined) throw new Error('the path of the runtime is missing');
  const stock = new Stock(createSnapshot(runtimePath));
  const child = new Child(stock);
  stock.refill();
  writeFrame({ t: 'ready' });
  for (let message = readFrame(); message !== undefined; message = readFrame())
    child.handle(message as ParentMessage);
  // The parent has gone. Live isolates must not hold the process.
  process.exit(0);
}

main();
