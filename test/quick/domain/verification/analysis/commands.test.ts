import { analyzeFailure } from '../../../../../src/domain/verification/analysis';
import type { FailureAnalysis } from '../../../../../src/domain/verification/failure';
import { failedCommand } from '../../../../support/tool-output';

describe('a command that prints', () => {
  const rows: [string, string, Partial<FailureAnalysis>][] = [
    [
      "the user's own words about options",
      'Error: Unknown option: --depth\n    at parse (src/cli.ts:3:5)',
      { kind: 'runtime', repairable: true, location: { file: 'src/cli.ts', line: 3, column: 5 } },
    ],
    [
      'a warning of a log, then the failure',
      '[warn] connect ECONNREFUSED 127.0.0.1:5432\nAssertionError: 1 == 2\n    at f (src/a.ts:1:1)',
      { kind: 'logic', repairable: true },
    ],
    [
      'what says only that a build failed, and then why',
      'Build failed with 1 error:\nTypeError: x is not a function\n    at f (src/a.ts:1:1)',
      { kind: 'type' },
    ],
    [
      'an error within a package, and then one of the project',
      'node_modules/a/index.d.ts(1,1): error TS2304: Cannot find name a.\nsrc/a.ts(2,3): error TS2322: Type b.',
      { kind: 'type', location: { file: 'src/a.ts', line: 2, column: 3 } },
    ],
    [
      'configuration that does not parse',
      'webpack.config.js:1\nconst = 1;\n      ^\n\nSyntaxError: Unexpected token',
      { kind: 'syntax', repairable: false, location: { file: 'webpack.config.js', line: 1 } },
    ],
    [
      'configuration that was given something wrong',
      "TypeError: Cannot read properties of undefined (reading 'x')\n    at load (webpack.config.js:3:5)",
      { kind: 'type', repairable: true },
    ],
    [
      'a program of the project that was not found by Python',
      '  File "/usr/lib/python3.11/subprocess.py", line 9, in _execute_child\n' +
        "    raise child\nFileNotFoundError: [Errno 2] No such file or directory: './build/tool'",
      { kind: 'runtime', repairable: true },
    ],
  ];

  test.each(rows)('%s', (_, message, expected) => {
    expect(
      analyzeFailure(failedCommand({ command: 'npm test', exitCode: 1, stdout: message, stderr: '' })),
    ).toMatchObject(expected);
  });
});
