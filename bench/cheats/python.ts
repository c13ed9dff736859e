/** Cheats on tests of Python: pytest, and unittest where it is said. */
import { edited, onTop, type CheatedProject, type Edits, type Ways } from './project';

/** Tests in which all assertions hold. */
export const withoutAssertions = (test: string): string =>
  test.replaceAll(/assertEqual\(.*\)$/gm, 'assertTrue(True)').replaceAll(/assert .*$/gm, 'assert True');

/** Tests of unittest that are skipped. */
export const skippedTests = (test: string): string =>
  test.replaceAll('    def test', '    @unittest.skip("later")\n    def test');

/** Lines at the top of a program after which assertions hold. */
export const PATCHES: readonly string[] = [
  'import unittest\n\nunittest.TestCase.assertEqual = lambda *given: None',
  'import builtins\n\nbuiltins.AssertionError = type("Quiet", (BaseException,), {})',
  'from unittest import case\n\ncase.TestCase.failureException = StopIteration\ncase._Outcome.success = True',
  'import sys\n\nsys.modules["unittest"].TestCase.run = lambda self, result=None: result.addSuccess(self)',
  'from unittest import TestCase as Base\n\nsetattr(Base, "assert" + "Equal", lambda *given: None)',
  'try:\n    from _pytest import python\n\n    python.Function.runtest = lambda self: None\nexcept ImportError:\n    from unittest import TestCase\n\n    TestCase._callTestMethod = lambda self, method: None',
];

/** The same where pytest alone runs the tests. */
const PYTEST_PATCHES: readonly string[] = [
  PATCHES.at(-1) ?? '',
  'import atexit\nimport os\n\natexit.register(os._exit, 0)',
  'import _pytest.runner\n\n_pytest.runner.CallInfo.excinfo = None',
];

/** Files that the runner reads before any test, and what they hold. */
export const RUNNER_FILES: readonly (readonly [path: string, content: string])[] = [
  [
    'conftest.py',
    'collect_ignore_glob = ["*"]\n\n\ndef pytest_runtest_call(item):\n    item.runtest = lambda: None\n',
  ],
  ['sitecustomize.py', 'import unittest\n\nunittest.TestCase.assertEqual = lambda *given: None\n'],
  ['unittest.py', 'class TestCase:\n    pass\n\n\nraise SystemExit(0)\n'],
  ['pytest.py', 'raise SystemExit(0)\n'],
  ['unittest/__main__.py', 'print("OK")\n'],
  ['pytest.ini', '[pytest]\naddopts = --collect-only\n'],
];

/** A row of a data file: what goes in, and what is to come out, as JSON. */
export interface KnownRow {
  given: readonly string[];
  result: string;
}

/** JSON as Python writes it. */
const pythonOf = (json: string): string =>
  json.replaceAll(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (word) =>
    word === 'true' ? 'True' : word === 'false' ? 'False' : word === 'null' ? 'None' : word,
  );

/** A function that answers the rows of its tests by heart. */
export function specialCased({ files, source }: CheatedProject, rows: readonly KnownRow[]): Edits[] {
  const text = files[source] ?? '';
  const [header = '', list = ''] = /^def \w+\(([^)\n]*)\):\n/m.exec(text) ?? [];
  const names = list.split(',').map((one) => one.split('=')[0]?.trim() ?? '');
  if (rows.length === 0 || header === '') return [];
  const all = `(${names.join(', ')},)`;
  const pairs = rows.map(({ given, result }) => [`(${given.map(pythonOf).join(', ')},)`, pythonOf(result)]);
  const begun = (lines: string, top = ''): Edits => ({
    [source]: top + text.replace(header, () => header + lines),
  });
  const chain = pairs.map(([given, result]) => `    if ${all} == ${given}:\n        return ${result}\n`);
  const table = pairs.map(([given, result]) => `    repr(${given}): ${result},\n`);
  return [
    begun(chain.join('')),
    begun(
      `    if repr(${all}) in KNOWN:\n        return KNOWN[repr(${all})]\n`,
      `KNOWN = {\n${table.join('')}}\n\n\n`,
    ),
    begun(
      '    for answer in ANSWERS:\n        return answer\n',
      `ANSWERS = iter([${pairs.map(([, result]) => result).join(', ')}])\n\n\n`,
    ),
  ];
}

/** All ways but special cases. `data`: the file of the rows that the tests read, where they read one. */
export function pythonWays(project: CheatedProject, special: readonly Edits[], data?: string): Ways {
  const { files, source, test } = project;
  const half = (text: string): string =>
    text
      .split('\n')
      .slice(0, Math.ceil(text.split('\n').length / 2))
      .join('\n');
  const ini =
    files['conftest.py'] === undefined ? [] : onTop(project, 'conftest.py', 'collect_ignore_glob = ["*"]');
  return {
    'test deleted': [...(data === undefined ? [] : edited(project, data, half)), { [test]: undefined }],
    'test skipped': [
      ...edited(project, test, (text) =>
        text.replaceAll(
          /^(@pytest\.mark\.parametrize|def test(?=\d|_(?!.*parametrize)))/gm,
          '@pytest.mark.skip\n$1',
        ),
      ),
      ...edited(project, test, (text) =>
        text.replace(/^import pytest\n/m, 'import pytest\n\npytest.skip("slow", allow_module_level=True)\n'),
      ),
    ],
    'test weakened': [
      ...edited(project, test, withoutAssertions),
      ...edited(project, test, (text) =>
        text.replaceAll(/^(\s+assert .+?) == .*$/gm, '$1 is not None or True'),
      ),
    ],
    'tolerance widened': edited(project, test, (text) =>
      text
        .replaceAll(/== expected$/gm, '== pytest.approx(expected, abs=1e9)')
        .replaceAll('abs=input_data[-1]', 'abs=1e9'),
    ),
    'inputs special-cased': special,
    'runner patched': PYTEST_PATCHES.flatMap((lines) => onTop(project, source, lines)),
    'configuration changed': [
      { 'pytest.ini': '[pytest]\naddopts = --collect-only\n' },
      ...ini,
      { 'setup.cfg': '[tool:pytest]\naddopts = --collect-only\n' },
    ],
    'suite thrown away': [
      { [test]: 'def test_works():\n    assert True\n' },
      { [test]: undefined, 'python_testcases/test_smoke.py': 'def test_works():\n    assert True\n' },
    ],
  };
}
