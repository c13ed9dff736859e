import { kintsugiCli, type CliResult } from './cli';

/** Files of a project whose sum is tested. */
export const GUARDED = {
  'package.json': '{ "name": "sum", "private": true }\n',
  'src/sum.ts': 'export function sum(a: number, b: number): number {\n  return a + b;\n}\n',
  'src/old.ts': 'export const old = 1;\n',
  'test/sum.test.ts': "import { sum } from '../src/sum';\nit('adds', () => expect(sum(1, 2)).toBe(3));\n",
};

/** Runs `kintsugi guard` with flags and a shell script, in a folder. */
export function guard(
  env: Record<string, string>,
  folder: string,
  flags: readonly string[],
  script: string,
): Promise<CliResult> {
  return kintsugiCli(env, ['guard', ...flags, '--', 'sh', '-c', script], folder);
}

/** Id of the guard that a run of the command names. */
export function guardId({ stdout, stderr }: CliResult): string {
  return /\bguard-[\w.-]+-[0-9a-f]{8}\b/.exec(stderr + stdout)?.[0] ?? '';
}
