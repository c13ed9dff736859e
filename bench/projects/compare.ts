/** Comparison of a heal with what is known of the project. Pure. */
import type { HealFacts } from '../healer';
import type { BrokenProject, Files } from './project';

/** Words of commands that run the tests of a runner. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  pytest: /pytest/,
  unittest: /unittest|pytest/,
  'go-test': /\bgo test\b/,
  'cargo-test': /\bcargo (?:test|nextest)\b/,
  tape: /\btape\b|\bnode\b|npm (?:run )?test\b/,
  'node-test': /node\b.*--test\b|npm (?:run )?test\b/,
};

/** Sentence on what was not recognised: the check, the failing tests or the place. Undefined: all was. */
export function notRecognised(project: BrokenProject, facts: HealFacts): string | undefined {
  const ids = failingIds(facts);
  if (ids.length === 0) return 'no failing test is named';
  const command = facts.repairHistory[0]?.errorContext.failedCommand;
  if (facts.trust === 'command' && command !== undefined && !isCheckOf(project, command))
    return `another command failed: ${command}`;
  const missing = (project.fails ?? []).filter((name) => !ids.some((id) => names(id, name)));
  if (missing.length > 0) return `not named as failing: ${missing.join(', ')}`;
  const { fails } = project;
  const others = fails
    ? ids.filter((id) => !fails.some((name) => names(id, name) || isParent(id, name)))
    : [];
  if (others.length > 0) return `named as failing although it is not: ${others.join(', ')}`;
  const place = placeOf(facts);
  return place in project.files ? undefined : `the place is no file of the project: ${place || 'none'}`;
}

/** Ids of tests that failed at first, with messages after those of a run that did not repair them. */
export function failingIds({ fixedTests, record }: HealFacts): readonly string[] {
  return fixedTests.length > 0 ? fixedTests : (record.testResults?.errors ?? []).map(firstLine);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

/** True if an id, or a line that begins with one, has the name as its last part. Go writes subtests with a slash. */
function names(id: string, name: string): boolean {
  const forms = [name, name.replaceAll('/', ' > ')];
  const marks = [' > ', '/', '::', '.', ' '];
  return forms.some((form) => id === form || marks.some((mark) => contains(id, `${mark}${form}`)));
}

function contains(id: string, part: string): boolean {
  const at = id.lastIndexOf(part);
  const next = at === -1 ? undefined : id.slice(at + part.length, at + part.length + 1);
  return next !== undefined && /^(?:|[: ([])$/.test(next);
}

/** A Go test that fails with one of its subtests. */
function isParent(id: string, name: string): boolean {
  const parent = name.split('/', 1)[0] ?? '';
  return parent !== name && names(id, parent);
}

function isCheckOf({ runner, check }: BrokenProject, command: string): boolean {
  return (
    command.includes(check) ||
    (COMMANDS[runner] ?? new RegExp(`\\b${runner}\\b|npm (?:run )?test\\b`)).test(command)
  );
}

/** File of the failure: that of its analysis, else that of the first failing test. */
export function placeOf(facts: HealFacts): string {
  const analysed = facts.record.errorAnalysis?.errorLocation.replace(/(?::\d+)+$/, '') ?? '';
  return analysed !== '' ? analysed : (failingIds(facts)[0]?.split(' > ', 1)[0] ?? '');
}

/** True if the files have the right text, whitespace within lines and blank lines aside. */
export function sameTexts(right: Files, found: Files): boolean {
  return Object.entries(right).every(([file, text]) => plain(file, text) === plain(file, found[file] ?? ''));
}

function plain(file: string, text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => indentOf(file, line) + line.replace(/\s+/g, '')).join('\n');
}

/** Indentation means something in Python alone. */
function indentOf(file: string, line: string): string {
  return file.endsWith('.py') ? line.slice(0, line.length - line.trimStart().length) : '';
}
