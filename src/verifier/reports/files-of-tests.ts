import { FILE_MARK } from '../../domain/verification/reporting';
import type { ReadFailure, ReadReport, ReadTest } from './read-test';

/** The parts of a report that ran file by file, each with the file that its line names. */
export function partsOf(text: string): { file: string; text: string }[] {
  if (!text.includes(FILE_MARK)) return [{ file: '', text }];
  const parts: { file: string; text: string }[] = [];
  for (const part of `\n${text}`.split(`\n${FILE_MARK}`).slice(1)) {
    const end = part.indexOf('\n');
    parts.push({ file: end < 0 ? part : part.slice(0, end), text: end < 0 ? '' : part.slice(end + 1) });
  }
  return parts;
}

/** A report of each part, put together. A part without tests that failed to load is one failure. */
export function readParts(
  text: string,
  read: (text: string) => ReadReport | undefined,
): ReadReport | undefined {
  const parts = partsOf(text);
  const reports = parts.map(({ file, text: part }) => ({ file, part, report: read(part) }));
  const tests = reports.flatMap(({ file, part, report }): ReadTest[] => {
    if (report) return report.tests.map((test) => ({ ...test, file: test.file === '' ? file : test.file }));
    return /^(?:\w*Error|Uncaught|node:internal|TypeError)/m.test(part)
      ? [{ file, path: [], status: 'failed', failure: { ...crashOf(part), phase: 'collect' } }]
      : [];
  });
  if (tests.length === 0) return undefined;
  return { tests, cut: reports.some(({ report }) => report?.cut) };
}

/** The error that ended a process, out of what it printed. Reports indent what they quote, so that it alone begins a line. */
export function crashOf(text: string, how = 'The process ended before its tests did.'): ReadFailure {
  const found = /^(?:Uncaught )?((?:[A-Z]\w{0,60})?Error)(?: \[\w{1,60}\])?: (.{0,2000})$/m.exec(text);
  if (!found) return { message: how };
  const [, name, message = ''] = found;
  const [stack] = text.slice(found.index).split('\nNode.js v');
  return { name, message, stack: stack?.trim() };
}

const SEPARATOR = ' › ';

/** Tests of ava: where several files ran, a title begins with what tells its file from others. */
export function withFilesOfAva(report: ReadReport, files: readonly string[]): ReadReport {
  const [only, ...others] = files;
  if (only === undefined) return report;
  const tests = report.tests.map((test): ReadTest => {
    if (test.file !== '' || others.length === 0) return { ...test, file: test.file || only };
    const [title = '', ...rest] = test.path;
    const parts = title.split(SEPARATOR);
    for (let count = parts.length - 1; count > 0; count -= 1) {
      const file = files.find((path) => isMeant(path, parts.slice(0, count)));
      if (file !== undefined) return { ...test, file, path: [parts.slice(count).join(SEPARATOR), ...rest] };
    }
    return test;
  });
  return { ...report, tests };
}

function isMeant(path: string, parts: readonly string[]): boolean {
  const names = path.split('/').filter((name) => name !== '__tests__');
  const last = (names.pop() ?? '').replace(/\.\w+$/, '').replace(/\.(?:spec|test)$/, '');
  const whole = [...names, last.replace(/^test-/, '')];
  return parts.every((part, index) => whole[whole.length - parts.length + index] === part);
}

/** Tests of unittest: a module's dotted name ends the path of its file. */
export function withFilesOfModules(report: ReadReport, files: readonly string[]): ReadReport {
  const tests = report.tests.map((test): ReadTest => {
    if (test.file !== '') return test;
    for (let count = test.path.length; count > 0; count -= 1) {
      const module = test.path
        .slice(0, count)
        .flatMap((part) => part.split('.'))
        .join('/');
      const file = files.find((path) => path === `${module}.py` || path.endsWith(`/${module}.py`));
      if (file !== undefined) return { ...test, file };
    }
    return test;
  });
  return { ...report, tests };
}
