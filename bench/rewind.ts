/**
 * `npm run bench:rewind -- [--files N] [--rounds N]`: how long a session takes to go back to a checkpoint, on the embedded
 * server: from the command until the session rests again, and the work on files alone.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { KintsugiClient } from '../src/client';
import type { SessionHandle } from '../src/client/session-handle';
import { BROKEN_SUM } from '../test/support/kintsugi';
import { startService } from './service';
import { percentile, rounded } from './statistics';

const POLL_MS = 4;
const DEADLINE_MS = 120_000;
/** Files that a turn changes besides the one that it mends. */
const CHANGED = [0, 99];

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function fill(folder: string, files: number): Promise<void> {
  for (const [path, text] of Object.entries(BROKEN_SUM)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (let index = 0; index < files; index += 1) {
    const below = join(folder, `data/part-${Math.floor(index / 100)}`);
    if (index % 100 === 0) await mkdir(below, { recursive: true });
    await writeFile(join(below, `file-${index}.txt`), `text ${index}\n`);
  }
}

/** Waits until the session rests with so many checkpoints, or asks. */
async function settled(session: SessionHandle, checkpoints: number): Promise<void> {
  for (
    const startedMs = performance.now();
    performance.now() - startedMs < DEADLINE_MS;
    await delay(POLL_MS)
  ) {
    const status = await session.status();
    const rests = status.phase === 'resting' && status.waiting === undefined;
    if (status.pending || (rests && status.checkpoints.length >= checkpoints)) return;
  }
  throw new Error('the session does not come to rest');
}

/** A turn that mends the project and, by edits of the approval, adds files. */
async function change(session: SessionHandle, added: number): Promise<void> {
  const { checkpoints } = await session.status();
  await session.submit({ text: 'fix the failing test', mode: 'debug' });
  await settled(session, checkpoints.length + 1);
  const { pending } = await session.status();
  if (!pending) throw new Error('the session did not ask about the change');
  const edits = Array.from({ length: added }, (_, index) => ({
    action: 'create' as const,
    path: `added/file-${index}.txt`,
    content: `new ${index}\n`,
  }));
  const edited = edits.length > 0 ? { edits } : {};
  await session.answer({ hash: pending.hash, decision: 'approve', scope: 'once', ...edited });
  await settled(session, checkpoints.length + 1);
}

/** Times of rewinds to the first checkpoint, ms; each takes back a turn of its own. */
async function rewinds(
  client: KintsugiClient,
  folder: string,
  added: number,
  rounds: number,
): Promise<number[]> {
  const session = await client.session({ directory: folder, autoTest: false });
  const broken = await readFile(join(folder, 'src/sum.ts'), 'utf8');
  const times: number[] = [];
  await settled(session, 1);
  for (let round = 0; round < rounds; round += 1) {
    await change(session, added);
    const { checkpoints } = await session.status();
    const startedMs = performance.now();
    await session.rollBack({ kind: 'to', name: '0' });
    await settled(session, checkpoints.length + 1);
    times.push(performance.now() - startedMs);
    if ((await readFile(join(folder, 'src/sum.ts'), 'utf8')) !== broken)
      throw new Error('the rewind lost a file');
  }
  await session.close();
  await session.result();
  return times;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { files: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '20' } },
  });
  const [files, rounds] = [Number(values.files), Number(values.rounds)];
  if (!(files >= 1 && files <= 100_000)) throw new Error('--files: give a number from 1 to 100000.');
  if (!(rounds >= 2 && rounds <= 60)) throw new Error('--rounds: give a number from 2 to 60.');
  const service = await startService({ say });
  const home = await mkdtemp(join(tmpdir(), 'kintsugi-rewind-'));
  try {
    const line: Record<string, unknown> = { bench: 'rewind', files };
    for (const added of CHANGED) {
      const folder = join(home, `added-${added}`);
      await fill(folder, files);
      const times = await rewinds(service.client, folder, added, rounds);
      const [p50, p95] = [percentile(times, 50), percentile(times, 95)];
      say(`${files} files, ${added + 1} changed: ${rounded(p50)} ms (p50), ${rounded(p95)} ms (p95)`);
      Object.assign(
        line,
        added === 0 ? { p50Ms: rounded(p50), p95Ms: rounded(p95) } : { p95MsOf100: rounded(p95) },
      );
    }
    say(JSON.stringify(line));
  } finally {
    await service.close();
    await rm(home, { recursive: true, force: true });
  }
}

void main();
