/** The process that holds the sandbox, apart from the one that counts: what kills it is an outcome, too. */
import { fork, type ChildProcess } from 'node:child_process';
import type { Attack } from './attacks';
import { WORKER_NODE_FLAGS } from '../../src/machine/paths';
import { Lane, type AttackOutcome } from './lane';

/** Runs before the memory of the idle process is taken for its usual one. */
const WARM_UPS = 3;
const SAMPLE_MS = 25;

type ToSupervisor = { t: 'attack'; attack: Attack } | { t: 'stop' };
type FromSupervisor =
  { t: 'ready' } | { t: 'outcome'; outcome: AttackOutcome } | { t: 'memory'; growth: number };

const HARMLESS: Attack = {
  name: 'nothing',
  expect: 'contained',
  why: '',
  code: `export async function attack(): Promise<string> { return 'no'; }`,
};

/** The supervisor's own side. */
export async function supervise(lanes: number): Promise<void> {
  const send = (message: FromSupervisor): void => void process.send?.(message);
  const all = Array.from({ length: lanes }, () => new Lane());
  await Promise.all(
    all.map(async (lane) => {
      for (let count = 0; count < WARM_UPS; count++) await lane.attack(HARMLESS);
    }),
  );
  const idle = process.memoryUsage.rss();
  let peak = 0;
  setInterval(() => {
    const growth = process.memoryUsage.rss() - idle;
    if (growth <= peak) return;
    peak = growth;
    send({ t: 'memory', growth });
  }, SAMPLE_MS).unref();
  const free = [...all];
  process.on('message', (message: ToSupervisor) => {
    if (message.t === 'stop') {
      void Promise.all(all.map((lane) => lane.close())).then(() => process.exit(0));
      return;
    }
    const lane = free.shift();
    if (!lane) throw new Error('there is no lane for this attack');
    void lane.attack(message.attack).then((outcome) => {
      free.push(lane);
      send({ t: 'outcome', outcome });
    });
  });
  // Whoever started it has gone.
  process.on('disconnect', () => process.exit(1));
  send({ t: 'ready' });
}

export interface Takers {
  outcome(outcome: AttackOutcome): void;
  /** Bytes the supervisor has grown above idle, each time it is more than before. */
  growth(bytes: number): void;
}

function died({ name, expect }: Attack): AttackOutcome {
  const problem = 'the supervisor died';
  return { name, expected: expect, ending: 'died', held: false, forged: [], problem, ms: 0 };
}

/** Runs the attacks in supervisor processes, a new one after each that dies; the attacks under way then have killed it. */
export async function runSupervised(
  attacks: readonly Attack[],
  lanes: number,
  takers: Takers,
  script: string,
): Promise<void> {
  const queue = [...attacks];
  while (queue.length > 0) await new Supervisor(script, lanes, queue, takers).run();
}

/** One supervisor process, as the counting process sees it. */
class Supervisor {
  private readonly process: ChildProcess;
  private readonly underWay = new Map<string, Attack>();

  constructor(
    script: string,
    private readonly lanes: number,
    private readonly queue: Attack[],
    private readonly takers: Takers,
  ) {
    this.process = fork(script, ['--supervise', String(lanes)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [...WORKER_NODE_FLAGS],
    });
  }

  /** Resolves when the queue is empty or the process is gone. */
  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      let ready = false;
      this.process.on('message', (message: FromSupervisor) => {
        ready = true;
        this.take(message);
      });
      this.process.once('error', reject);
      this.process.once('exit', (code) => {
        for (const attack of this.underWay.values()) this.takers.outcome(died(attack));
        if (ready) resolve();
        else
          reject(new Error(`The sandbox could not be started (exit code ${code}): see what it said above.`));
      });
    });
  }

  private take(message: FromSupervisor): void {
    if (message.t === 'memory') return this.takers.growth(message.growth);
    if (message.t === 'ready') {
      for (let lane = 0; lane < this.lanes; lane++) this.next();
      return;
    }
    this.underWay.delete(message.outcome.name);
    this.takers.outcome(message.outcome);
    this.next();
  }

  private next(): void {
    const attack = this.queue.shift();
    if (attack) {
      this.underWay.set(attack.name, attack);
      this.send({ t: 'attack', attack });
    } else if (this.underWay.size === 0) {
      this.send({ t: 'stop' });
    }
  }

  private send(message: ToSupervisor): void {
    // One that has just died takes no message; its exit says what there is to say.
    if (this.process.connected) this.process.send(message, () => undefined);
  }
}
