/** One folder on both sides. */
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/types';
import { compare } from './outcomes';
import type { Comparison, FileOutcome } from './outcomes';
import { openRealJest } from './real-jest';
import { readRecorded } from './recorded';
import { loadFolder, runFiles, testFilesOf } from './sandboxed';

/** A comparison, with the time of each side, ms. */
export type Measurement = Comparison & { ms: { sandbox: number; jest: number } };

export class NoTestsError extends Error {}

/** Runners that the sandbox is compared with. */
interface Peer {
  /** As people read it. */
  name: string;
  files: number;
  run(): Promise<FileOutcome[]>;
  close(): void;
}

async function openPeer(folder: string): Promise<Peer> {
  const recorded = readRecorded(folder);
  if (recorded) {
    const run = (): Promise<FileOutcome[]> => Promise.resolve(recorded);
    return { name: 'what was recorded', files: recorded.length, run, close: () => undefined };
  }
  const jest = openRealJest(folder);
  const { length: files } = await jest.listTests();
  const origin = jest.generated ? 'a generated configuration' : 'its own configuration';
  return {
    name: `jest ${jest.version} with ${origin}`,
    files,
    run: () => jest.run(),
    close: () => jest.close(),
  };
}

/** Runs a folder's test files in the sandbox, then in real jest. */
export async function measure(
  folder: string,
  sandbox: Sandbox,
  say: (line: string) => void,
): Promise<Measurement> {
  const peer = await openPeer(folder);
  try {
    const program = await loadFolder(folder, sandbox);
    const files = testFilesOf(program);
    if (peer.files === 0 && files.length === 0)
      throw new NoTestsError(`There is no test file in ${folder}: name a folder that holds some.`);
    say(`${path.basename(folder)}: ${peer.files} test files, ${peer.name}`);
    for (const note of program.context.config?.notes ?? []) say(`  ${note}`);
    const started = performance.now();
    const outcomes = await runFiles(sandbox, program, files);
    const between = performance.now();
    const real = await peer.run();
    const ms = { sandbox: Math.round(between - started), jest: Math.round(performance.now() - between) };
    return { ...compare(real, outcomes), ms };
  } finally {
    peer.close();
  }
}
