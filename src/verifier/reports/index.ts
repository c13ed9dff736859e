import type { ReportForm } from '../../domain/verification/reporting';
import { projectPath } from '../../domain/verification/analysis';
import { joinPath } from '../../domain/files/paths';
import { readCargo } from './cargo';
import { readGoJson } from './go-json';
import { readJestJson, readMochaJson } from './json-reports';
import { readNodeLines, readUvu } from './line-reports';
import { type ReadReport, type ReadTest, toResults } from './read-test';
import { readJunit } from './junit';
import { readParts, withFilesOfAva, withFilesOfModules } from './files-of-tests';
import { readTap } from './tap';
import { readUnittest } from './unittest';

export { type ReadReport, type ReadTest, toResults };

export interface ReportTexts {
  form: ReportForm;
  /** The reports: of most runners one. */
  texts: readonly string[];
  /** Paths that stand for the folder of the tests, as reports may name it. */
  roots: readonly string[];
  /** That folder in the tree; empty: its root. */
  folder: string;
  /** Name of Go's module. */
  module?: string;
  /** Test files from that folder, for reports that name none. */
  files?: readonly string[];
}

const READERS: Record<ReportForm, (text: string, module: string) => ReadReport | undefined> = {
  jest: readJestJson,
  mocha: readMochaJson,
  node: readNodeLines,
  tap: (text) => readParts(text, readTap),
  ava: (text) => readTap(text, false),
  uvu: (text) => readParts(text, readUvu),
  junit: readJunit,
  go: readGoJson,
  cargo: readCargo,
  unittest: readUnittest,
};

/** All tests of the reports, with paths of the tree. Undefined: no text is a report of that form. */
export function readReports({
  form,
  texts,
  roots,
  folder,
  module = '',
  files = [],
}: ReportTexts): ReadReport | undefined {
  const read = texts.flatMap((text) =>
    withFiles(form, READERS[form](withoutRoots(text, roots), module), files),
  );
  if (read.length === 0) return undefined;
  const printed = read.flatMap((one) => one.printed ?? []).join('');
  return {
    tests: read.flatMap(({ tests }) => tests.map((test) => inTree(test, folder))),
    cut: read.some(({ cut }) => cut),
    ...(printed !== '' && { printed }),
  };
}

function withFiles(form: ReportForm, report: ReadReport | undefined, files: readonly string[]): ReadReport[] {
  if (!report) return [];
  if (form === 'ava') return [withFilesOfAva(report, files)];
  return [form === 'unittest' ? withFilesOfModules(report, files) : report];
}

/** Reports name the folder that the command ran in, which is another one each time. */
function withoutRoots(text: string, roots: readonly string[]): string {
  const longest = [...roots].sort((a, b) => b.length - a.length);
  return longest.reduce(
    (rest, root) => rest.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, ''),
    text,
  );
}

function inTree(test: ReadTest, folder: string): ReadTest {
  const place = (path: string) =>
    path === '' || path.startsWith('/') ? path : joinPath(folder, projectPath(path));
  const { failure } = test;
  if (!failure) return { ...test, file: place(test.file) };
  const { location, ...rest } = failure;
  // A place that is left absolute lies in a library of the machine.
  const isOwn = location !== undefined && !location.file.startsWith('/');
  return {
    ...test,
    file: place(test.file),
    failure: isOwn ? { ...rest, location: { ...location, file: place(location.file) } } : rest,
  };
}
