import type { Evidence } from '../../src/domain/heal/proposal';
import type { VerificationReport } from '../../src/domain/verification/verification';
import type { Store } from '../../src/store/types';
import { checkReport, commandCheck, testResult } from './check-reports';
import { treeOf } from './text-trees';

/** A project whose `add` subtracts. */
export const FILES = {
  'src/add.ts': 'export function add(a: number, b: number): number {\n  return a - b;\n}\n',
  'src/unrelated.ts': 'export const VERSION = 1;\n',
  'src/add.test.ts':
    "import { add } from './add';\n\ntest('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n",
  'package.json': '{ "name": "app" }\n',
  '.env': 'API_TOKEN=do-not-show-this\n',
};
export const FIXED = FILES['src/add.ts'].replace('a - b', 'a + b');

/** The Debugger's reply that changes one file. */
export function suggestion(path: string, content: string | null, more: object = {}): object {
  return {
    rootCause: `add subtracts in ${path}`,
    errorCategory: 'logic',
    fileModifications: [{ path, action: 'modify', content, ...more }],
    verificationCommands: ['npx jest src/add.test.ts'],
  };
}

/** Evidence of that project's failing test and lint, with its report in the store. */
export async function addEvidence(
  store: Store,
  more: Partial<Evidence> = {},
  files: Record<string, string> = FILES,
): Promise<Evidence> {
  const tree = await treeOf(store, files);
  const report: VerificationReport = {
    version: 1,
    tree,
    flaky: [],
    checks: [
      checkReport({
        name: 'src/add.test.ts',
        tests: [
          testResult('src/add.test.ts', 'adds', 'failed', {
            console: [{ level: 'log', text: 'adding 1 and 2' }],
            failure: {
              errorName: 'JestAssertionError',
              message: 'expect(received).toBe(expected)',
              stack: 'Error\n    at Object.<anonymous> (src/add.test.ts:4:21)',
              expected: '3',
              received: '-1',
              phase: 'test',
            },
          }),
        ],
      }),
      commandCheck('npm run lint', {
        exitCode: 1,
        stdout: 'src/add.ts\n  2:10  error  Suspicious minus',
      }),
    ],
  };
  const blob = await store.blobs.put(Buffer.from(JSON.stringify(report)));
  return {
    tree,
    report: blob,
    baselineReport: blob,
    analysis: {
      kind: 'logic',
      cause: 'assertion',
      repairable: true,
      summary: 'expect(received).toBe(expected)',
      location: { file: 'src/add.test.ts', line: 4 },
    },
    errorContext: {
      errorType: 'logic_error',
      errorMessage: 'expect(received).toBe(expected)',
      recentFileChanges: [],
    },
    impactedFiles: [],
    vanished: [],
    tried: [],
    round: 1,
    ...more,
  };
}
