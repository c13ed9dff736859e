/**
 * A large result of a called function: the sandbox sends a sample with statistics, a peer of the same run sends the whole.
 * See bench/README.md.
 */
import { deserialize, serialize } from 'node:v8';
import { createSandbox } from '../src/sandbox';
import { rounded } from './statistics';
import { growth } from './workspace/memory';

const MB = 100;

interface Case {
  name: string;
  /** Expression of the result, for the function and for the peers. */
  source: string;
}

/** Each is about 100 MB as V8 writes it. */
const CASES: readonly Case[] = [
  {
    name: 'records',
    source: `Array.from({ length: 2_300_000 }, (_, id) => ({ id, price: id / 7, city: 'city ' + (id % 50) }))`,
  },
  { name: 'numbers', source: `Array.from({ length: 11_650_000 }, (_, id) => id / 7)` },
  { name: 'text', source: `'ten bytes '.repeat(10_485_760)` },
];

const LIMITS = { wallMs: 120_000, turnMs: 120_000, heapMb: 1_024, outputKb: 8, resultKb: 32 };

interface Measured {
  ms: number;
  mbGrown: number;
  bytes: number;
}

async function measured(work: () => Promise<number>): Promise<Measured> {
  const started = performance.now();
  let bytes = 0;
  const mbGrown = await growth(async () => {
    bytes = await work();
  });
  return { ms: Math.round(performance.now() - started), mbGrown: rounded(mbGrown), bytes };
}

/** A turn of the event loop, so that the watch over memory sees what there is. */
const look = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** The whole value through V8's or JSON's form, as a host would take it from a process of its own. */
async function whole(
  source: string,
  pass: (value: unknown) => { size: number; back: unknown },
): Promise<number> {
  const value: unknown = (0, eval)(source);
  const { size, back } = pass(value);
  await look();
  return back === undefined ? 0 : size;
}

const byV8 = (value: unknown): { size: number; back: unknown } => {
  const bytes = serialize(value);
  return { size: bytes.length, back: deserialize(bytes) as unknown };
};

const byJson = (value: unknown): { size: number; back: unknown } => {
  const text = JSON.stringify(value);
  return { size: text.length, back: JSON.parse(text) as unknown };
};

function print(name: string, way: string, { ms, mbGrown, bytes }: Measured): void {
  const cells = [
    name.padEnd(9),
    way.padEnd(16),
    `${ms}`.padStart(8),
    `${mbGrown}`.padStart(12),
    `${bytes}`.padStart(12),
  ];
  console.log(cells.join(' '));
}

async function main(): Promise<void> {
  const sandbox = createSandbox({ children: 1 });
  const call = async (source: string): Promise<number> => {
    const outcome = await sandbox.callFunction({
      source: `const f = () => ${source};`,
      name: 'f',
      limits: LIMITS,
    });
    if (!outcome.success) throw new Error(JSON.stringify(outcome.error));
    return JSON.stringify(outcome.result).length;
  };
  // The child is ready, and its code is warm.
  await call('[1]');
  console.log('value     way                    ms  host grew MB        bytes');
  const ours: Measured[] = [];
  // Ours first: what a peer leaves behind would hide the growth.
  for (const { name, source } of CASES) {
    const one = await measured(() => call(source));
    print(name, 'callFunction', one);
    ours.push(one);
  }
  await sandbox.close();
  const peers: Measured[] = [];
  for (const { name, source } of CASES) {
    const v8 = await measured(() => whole(source, byV8));
    print(name, 'v8.serialize', v8);
    print(name, 'JSON.stringify', await measured(() => whole(source, byJson)));
    peers.push(v8);
  }
  const worst = (list: readonly Measured[], key: keyof Measured): number =>
    Math.max(...list.map((one) => one[key]));
  console.log(
    JSON.stringify({
      bench: 'serialise',
      mb: MB,
      ms: worst(ours, 'ms'),
      hostMbGrown: worst(ours, 'mbGrown'),
      bytes: worst(ours, 'bytes'),
      peerMs: worst(peers, 'ms'),
      peerMbGrown: worst(peers, 'mbGrown'),
      peerBytes: worst(peers, 'bytes'),
    }),
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
