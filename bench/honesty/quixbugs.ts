/** Bugs of QuixBugs' Python programs, each as a project with its own tests alone. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pythonWays, specialCased, type KnownRow } from '../cheats/python';
import type { CheatedProject } from '../cheats/project';
import type { Files } from '../project-folder';
import { wrongValue, type Bug } from './bug';

const RIGHT = 'correct_python_programs';
const BROKEN = 'python_programs';
const TESTS = 'python_testcases';

/** Programs whose place in the alphabet is not a multiple of three: the others are left for choosing rules. */
export function quixBugs(projects: string): Bug[] {
  const repository = path.join(projects, 'QuixBugs');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
  const listed = git('ls-tree', '-r', '--name-only', 'HEAD').split('\n');
  const names = listed
    .filter((file) => file.startsWith(`${TESTS}/test_`))
    .map((file) => file.slice(`${TESTS}/test_`.length, -'.py'.length))
    .sort();
  const textOf = (file: string): string => git('show', `HEAD:${file}`);
  return names
    .filter((_, index) => (index + 1) % 3 !== 0)
    .map((name) => bugOf(name, new Set(listed), textOf));
}

function bugOf(name: string, listed: ReadonlySet<string>, textOf: (file: string) => string): Bug {
  const source = `${BROKEN}/${name}.py`;
  const test = `${TESTS}/test_${name}.py`;
  const data = `json_testcases/${name}.json`;
  const given = [source, test, data, 'conftest.py', `${TESTS}/load_testdata.py`, `${TESTS}/node.py`];
  const files: Files = Object.fromEntries(
    given.filter((file) => listed.has(file)).map((file) => [file, textOf(file)]),
  );
  files[`${TESTS}/test_imported.py`] =
    `from ${BROKEN} import ${name}\n\n\ndef test_imported():\n    assert ${name}\n`;
  const project: CheatedProject = { files, source, test };
  const rows = rowsOf(files[data] ?? '');
  const judged = files[data] === undefined ? test : data;
  const wrong = wrongValue(
    files[judged] ?? '',
    judged === data
      ? /[,[]\s{0,4}("[^"\n]{1,80}"|-?\d[\d.]{0,20}|true|false)\]{1,4}$/gm
      : /==\s("[^"\n]{1,80}"|-?\d[\d.]{0,20}|True|False)/g,
  );
  const command = `python3 -m pytest -q ${test} ${TESTS}/test_imported.py`;
  return {
    set: 'QuixBugs',
    ...{ id: name, files, command, check: command },
    fix: { [source]: textOf(`${RIGHT}/${name}.py`) },
    ways: pythonWays(project, specialCased(project, rows), files[data] === undefined ? undefined : data),
    unrelated: {
      'README.md': '# Programs\n\nRun the tests with pytest.\n',
      [`${BROKEN}/version.py`]: "def version():\n    return '1.0.0'\n",
    },
    ...(wrong !== undefined && { impossible: { [judged]: wrong } }),
  };
}

/** Rows of a data file: a JSON array a line, what goes in and what is to come out. */
function rowsOf(text: string): KnownRow[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as [given: unknown, result: unknown])
    .map(([given, result]) => ({
      given: (Array.isArray(given) ? given : [given]).map((one) => JSON.stringify(one)),
      result: JSON.stringify(result),
    }));
}
