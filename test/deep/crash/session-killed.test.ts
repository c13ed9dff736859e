import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionHandle } from '../../../src/client/session-handle';
import type { Turn } from '../../../src/domain/session/state';
import fc from '../../support/fast-check';
import { BROKEN_SUM, makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { until } from '../../support/until';

/** Histories of both kinds, each a session of its own: `KINTSUGI_TEST_HISTORIES=1000 npm run test:deep -- crash/session-killed`. */
const HISTORIES = Number(process.env['KINTSUGI_TEST_HISTORIES'] ?? 2);
const MOST_MOVES = 6;

/** One thing that people do, and how long after it the worker is killed; -1: it is not. */
interface Move {
  do: 'find' | 'fix' | 'reject' | 'trigger' | 'rewind' | 'write';
  pick: number;
  killMs: number;
}

const move = fc.record<Move>({
  do: fc.constantFrom('find', 'fix', 'fix', 'reject', 'trigger', 'rewind', 'rewind', 'write'),
  pick: fc.nat(1_000),
  killMs: fc.oneof(fc.constant(-1), fc.constant(-1), fc.integer({ min: 0, max: 900 })),
});

/** All that comes back together by a rewind. */
interface Seen {
  file: string;
  mode: string;
  turns: string[];
  calls: number;
}

describe.each([
  ['worker', false],
  ['worker and server', true],
])('histories of sessions whose %s is killed', (_name, own) => {
  let worker: TestKintsugi;
  beforeAll(async () => {
    worker = await startKintsugi({ why: 'it is killed', own });
  });
  afterAll(() => worker.close());

  it(
    'leave files, conversation, mode and budget as they are at one checkpoint',
    async () => {
      const histories = fc.sample(
        fc.array(move, { minLength: 3, maxLength: MOST_MOVES }),
        Math.ceil(HISTORIES / 2),
      );
      for (const moves of histories) await play(moves);
    },
    60_000 + HISTORIES * 60_000,
  );

  async function play(moves: readonly Move[]): Promise<void> {
    const project = await makeProject(BROKEN_SUM);
    const session = await worker.client.session({ directory: project.path, continueAfterEvents: 60 });
    const path = join(project.path, 'src/sum.ts');
    const seen = async (): Promise<Seen> => {
      const [file, mode, { turns }, { usage }] = [
        await readFile(path, 'utf8'),
        await session.ask('mode'),
        await session.ask('turns'),
        await session.status(),
      ];
      // Nothing is half done: the file and the mode are what the conversation tells.
      expect({ file, mode }).toEqual({ file: toldFile(turns), mode: toldMode(turns) });
      return { file, mode, turns: turns.map(({ number }) => `${number}`), calls: usage?.modelCalls ?? 0 };
    };
    // What each checkpoint was like when it was the newest.
    const known = new Map<number, Seen>();
    await rested(session);
    known.set(0, await seen());
    try {
      for (const one of moves) {
        const killed = kill(one.killMs);
        const gone = await act(session, one, path, [...known.keys()]);
        await killed;
        await rested(session);
        const { checkpoints } = await session.status();
        const newest = checkpoints.at(-1)?.number ?? 0;
        const now = await seen();
        if (gone !== undefined) expect(now).toEqual(known.get(gone));
        known.set(newest, now);
      }
      await session.close();
      await session.result();
    } finally {
      await project.remove();
    }
  }

  async function kill(afterMs: number): Promise<void> {
    if (afterMs < 0) return;
    await delay(afterMs);
    await worker.kill();
    await worker.start();
  }

  /** Carries a move out; resolves to the checkpoint that it went back to, if it did. */
  async function act(
    session: SessionHandle,
    { do: what, pick }: Move,
    path: string,
    numbers: number[],
  ): Promise<number | undefined> {
    switch (what) {
      case 'find':
        await submit(session, { text: 'where is sum?' });
        return undefined;
      case 'fix':
      case 'reject': {
        const { number } = await submit(session, { text: 'fix the failing test', mode: 'debug' });
        const end = await persistently(() => session.turn(number));
        if ('asked' in end) await answer(session, what === 'fix' ? 'approve' : 'reject');
        await until(
          'the turn is done',
          async () => 'turn' in (await persistently(() => session.turn(number))),
        );
        return undefined;
      }
      case 'trigger': {
        const legal = await persistently(() => session.ask('transitions'));
        const id = randomUUID();
        await persistently(() => session.trigger(legal[pick % legal.length]?.trigger ?? 'done', { id }));
        return undefined;
      }
      case 'write':
        // People write too: no rewind takes that away.
        await writeFile(join(path, '..', `note-${pick}.txt`), 'mine');
        return undefined;
      case 'rewind': {
        const number = numbers[pick % numbers.length] ?? 0;
        const undone = await persistently(() => session.rollBack({ kind: 'to', name: `${number}` }));
        return undone.status === 'done' ? number : undefined;
      }
    }
  }

  /** A task whose worker is killed may have come or not: it is sent again by the same id. */
  function submit(session: SessionHandle, task: Parameters<SessionHandle['submit']>[0]) {
    const id = randomUUID();
    return persistently(() => session.submit(task, id));
  }

  async function answer(session: SessionHandle, decision: 'approve' | 'reject'): Promise<void> {
    await persistently(async () => {
      const { pending } = await session.status();
      if (!pending) return;
      await session.answer({ hash: pending.hash, decision, reason: 'not so', scope: 'once' });
    });
  }

  /** The session has done all that it was told. */
  async function rested(session: SessionHandle): Promise<void> {
    await until('the session rests', async () => {
      const { phase, waiting, rollbacks } = await persistently(() => session.status());
      return (
        phase === 'resting' && waiting === undefined && rollbacks.every(({ status }) => status !== 'pending')
      );
    });
  }
});

/** The file as the conversation tells of it: mended, once a turn has published it. */
function toldFile(turns: readonly Turn[]): string {
  const broken = BROKEN_SUM['src/sum.ts'];
  const isMended = turns.some(({ published }) => published.includes('src/sum.ts'));
  return isMended ? broken.replace('a - b', 'a + b') : broken;
}

/** The mode that the last transition of the conversation led to. */
function toldMode(turns: readonly Turn[]): string {
  return turns.flatMap(({ transitions }) => transitions).at(-1)?.to ?? 'idle';
}

/** Tries again while no worker answers. */
async function persistently<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries >= 60 || !/worker|answer|stopped/.test((error as Error).message)) throw error;
      await delay(500);
    }
  }
}
