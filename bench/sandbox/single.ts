/** One small TypeScript test file: the warm pool against cold processes, in turn. */
import type { Sandbox } from '../../src/sandbox/types';
import { openPeers } from './peers';
import { freshProgram, LIMITS } from './programs';
import { median, timed } from '../statistics';

export interface SingleTimes {
  sandboxMs: number;
  npxJestMs: number;
  nodeTestMs: number;
}

/** Runs the small file once; throws unless all its tests pass. */
export async function runOnce(sandbox: Sandbox): Promise<void> {
  const { report } = await sandbox.run({ files: freshProgram(), testFile: 'cart.test.ts', limits: LIMITS });
  const passed = report.tests.filter((test) => test.status === 'passed').length;
  if (report.end !== 'completed' || passed !== 4 || report.tests.length !== 4)
    throw new Error(`The small test file did not pass in the sandbox: ${JSON.stringify(report)}`);
}

export async function measureSingle(sandbox: Sandbox, rounds: number): Promise<SingleTimes> {
  const peers = openPeers();
  const times: { sandbox: number[]; jest: number[]; node: number[] } = { sandbox: [], jest: [], node: [] };
  try {
    // Caches of jest and of the disk are warm for all that counts.
    for (const warm of [() => runOnce(sandbox), peers.npxJest, peers.nodeTest]) await warm();
    for (let round = 0; round < rounds; round++) {
      times.jest.push(await timed(peers.npxJest));
      times.sandbox.push(await timed(() => runOnce(sandbox)));
      times.node.push(await timed(peers.nodeTest));
      times.sandbox.push(await timed(() => runOnce(sandbox)));
    }
  } finally {
    peers.close();
  }
  return {
    sandboxMs: median(times.sandbox),
    npxJestMs: median(times.jest),
    nodeTestMs: median(times.node),
  };
}
