import { lineOf } from '../../domain/verification/narrow';
import { OUTPUT_IS_REPORT, REPORT_WORD } from '../../domain/verification/reporting';
import { CommandCheck } from '../../domain/verification/verification';
import { shellPath } from '../../domain/shell-word';
import { beforeOf } from './node-tools';
import { shown } from './node-runners';
import {
  FOREIGN,
  folderOf,
  foldersWith,
  inFolder,
  isIn,
  nameOf,
  outermost,
  within,
  type DetectedCheck,
  type Project,
} from './project';

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/;
const MANIFESTS = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'tox.ini',
  'pytest.ini',
  'Pipfile',
  'requirements.txt',
];
const PYTEST_CODE = /^(?:import|from) pytest\b|^(?:async )?def test_\w|^@pytest\./m;
const UNITTEST_CODE = /^(?:import|from) unittest\b|\bTestCase\)/m;

/** A sign of pytest in a file, as the end of a sentence. */
const PYTEST_SIGNS: readonly [name: string, sign: RegExp, why: string][] = [
  ['pytest.ini', /^/, 'pytest.ini'],
  ['pyproject.toml', /^\[tool\.pytest\b/m, 'pyproject.toml has [tool.pytest]'],
  ['setup.cfg', /^\[tool:pytest\]/m, 'setup.cfg has [tool:pytest]'],
  ['tox.ini', /^\[pytest\]|\bpytest\b/m, 'tox.ini runs pytest'],
  ['conftest.py', /^/, 'conftest.py'],
  ['pyproject.toml', /["']pytest\b|^pytest\b/m, 'pyproject.toml asks for pytest'],
  ['setup.py', /["']pytest\b/m, 'setup.py asks for pytest'],
  ['setup.cfg', /^[ \t]{0,8}pytest\b/m, 'setup.cfg asks for pytest'],
  ['Pipfile', /^pytest\b/m, 'Pipfile asks for pytest'],
];

/** Tests of Python: by pytest where a sign of it is seen, else by unittest. */
export function pythonTests(project: Project): DetectedCheck[] {
  const tests = project.paths.filter((path) => TEST_FILE.test(path) && !FOREIGN.test(path));
  const own = foldersWith(project, MANIFESTS);
  const folders = outermost(own.length > 0 ? own : ['']).filter((folder) =>
    tests.some((path) => within(folder, path) !== undefined),
  );
  return folders.flatMap((folder) => {
    const files = tests.flatMap((path) => within(folder, path) ?? []);
    return testsIn(project, folder, files);
  });
}

function testsIn(project: Project, folder: string, files: readonly string[]): DetectedCheck[] {
  const texts = files.map((file) => ({ file, text: project.text(inFolder(folder, file)) ?? '' }));
  const holding = texts.filter(({ text }) => PYTEST_CODE.test(text) || UNITTEST_CODE.test(text));
  if (holding.length === 0) return [];
  const sign = pytestSign(project, folder);
  const plain = holding.find(({ text }) => PYTEST_CODE.test(text));
  const why = sign ?? (plain && `${inFolder(folder, plain.file)} has tests of pytest`);
  if (why !== undefined) return [pytest(project, folder, why)];
  const [site] = outermost(
    foldersWith(project, ['manage.py']).filter((one) => isIn(one, folder) && startsDjango(project, one)),
  );
  if (site !== undefined) return [django(project, site)];
  return unittest(
    project,
    folder,
    holding.map(({ file }) => file),
  );
}

function startsDjango(project: Project, folder: string): boolean {
  return /\bdjango\b/.test(project.text(inFolder(folder, 'manage.py')) ?? '');
}

/** Django makes its settings and a database of tests before it runs them by unittest. */
function django(project: Project, folder: string): DetectedCheck {
  const start = `${pythonOf(project, folder).python} manage.py test`;
  const selection = {
    by: 'unittest' as const,
    before: beforeOf({ folder, before: [] }),
    start: `${start} -v 2`,
    end: OUTPUT_IS_REPORT,
  };
  const files = project.paths.flatMap((path) => within(folder, path) ?? []);
  const reporting = {
    form: 'unittest' as const,
    line: lineOf(selection, []),
    folder,
    files: files.filter((path) => TEST_FILE.test(path) && !FOREIGN.test(path)),
  };
  const command = shown(start, folder);
  return {
    runner: 'unittest',
    command,
    folder,
    why: `${inFolder(folder, 'manage.py')} starts Django`,
    check: CommandCheck.parse({ command, reporting, selection }),
  };
}

function pytestSign(project: Project, folder: string): string | undefined {
  const [, , why] =
    PYTEST_SIGNS.find(([name, sign]) =>
      project.paths.some(
        (path) =>
          nameOf(path) === name && within(folder, path) !== undefined && sign.test(project.text(path) ?? ''),
      ),
    ) ?? [];
  const listed = project.paths.find(
    (path) => /(?:^|\/)requirements[\w-]*\.txt$/.test(path) && /^pytest\b/im.test(project.text(path) ?? ''),
  );
  return why ?? (listed && `${listed} asks for pytest`);
}

/** The interpreter of the project's own environment, else the machine's. */
function pythonOf(project: Project, folder: string): { python: string; own?: string } {
  for (const at of new Set([folder, '']))
    for (const name of ['.venv', 'venv']) {
      const place = inFolder(at, name);
      if (project.installed(`${place}/pyvenv.cfg`) === undefined) continue;
      const up = at === folder ? '' : '../'.repeat(folder.split('/').length);
      return { python: `${up}${name}/bin/python`, own: place };
    }
  return { python: 'python3' };
}

/** Sources that are imported from `src`, as its packages are once they are installed. */
function pathOf(project: Project, folder: string): string {
  const src = inFolder(folder, 'src');
  const has = project.paths.some((path) => path.startsWith(`${src}/`) && path.endsWith('.py'));
  return has && !project.paths.includes(`${src}/__init__.py`) ? 'PYTHONPATH=src ' : '';
}

function pytest(project: Project, folder: string, why: string): DetectedCheck {
  const { python } = pythonOf(project, folder);
  const options = `-vv -p no:cacheprovider -p no:randomly --maxfail=0 -o junit_family=xunit1 --junitxml=${REPORT_WORD}`;
  const selection = {
    by: 'pytest' as const,
    before: beforeOf({ folder, before: [] }),
    start: `${pathOf(project, folder)}${python} -m pytest ${options}`,
    end: '',
  };
  const reporting = { form: 'junit' as const, line: lineOf(selection, []), folder };
  const command = shown(python === 'python3' ? 'pytest' : `${python} -m pytest`, folder);
  return {
    runner: 'pytest',
    command,
    folder,
    why,
    check: CommandCheck.parse({ command, reporting, selection }),
  };
}

/** One check for each folder that modules are found from: the nearest one above a test that is no package. */
function unittest(project: Project, folder: string, files: readonly string[]): DetectedCheck[] {
  const { python } = pythonOf(project, folder);
  const tops = [...new Set(files.map((file) => topOf(project, folder, file)))].sort();
  return tops.map((top) => {
    const own = files.filter((file) => topOf(project, folder, file) === top);
    const found = own.every((file) => nameOf(file).startsWith('test')) ? '' : ` -p '*test*.py'`;
    const start = top === '' ? '' : ` -s ${shellPath(top)}`;
    const paths = [...(pathOf(project, folder) ? ['src'] : []), ...(top === '' ? [] : [top, '.'])];
    const path = paths.length > 0 ? `PYTHONPATH=${paths.map(shellPath).join(':')} ` : '';
    const selection = {
      by: 'unittest' as const,
      before: beforeOf({ folder, before: [] }),
      start: `${path}${python} -m unittest -v`,
      end: OUTPUT_IS_REPORT,
    };
    const line = lineOf(
      { ...selection, start: `${path}${python} -m unittest discover -v${start}${found}` },
      [],
    );
    const command = shown(`${python} -m unittest discover${start}${found}`, folder);
    const why = `${inFolder(folder, own[0] ?? '')} has tests of unittest`;
    const reporting = { form: 'unittest' as const, line, folder, files: own };
    return {
      runner: 'unittest',
      command,
      folder,
      why,
      check: CommandCheck.parse({ command, reporting, selection }),
    };
  });
}

function topOf(project: Project, folder: string, file: string): string {
  let at = folderOf(file);
  while (at !== '' && project.paths.includes(inFolder(folder, `${at}/__init__.py`))) at = folderOf(at);
  return at;
}
