/** One broken program with its tests, as a line of a HumanEvalFix file. */
export interface RepairItem {
  /** Line of the file, from 0. */
  index: number;
  name: string;
  bugType: string;
  /** The broken program: plain script code. */
  source: string;
  /** The program without its bug. */
  canonical: string;
  /** All tests, as statements with `console.assert`. */
  test: string;
  /** The tests that a user would have shown. */
  exampleTest: string;
}

/** A workspace of two files, and the tests that decide whether a repair is right. */
export interface RepairProgram {
  source: string;
  test: string;
  hiddenTest: string;
}

/** Items of JSON lines with `declaration`, `buggy_solution`, `test`, `example_test`, `bug_type` and `task_id`. */
export function readItems(text: string): RepairItem[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => toItem(JSON.parse(line) as Record<string, unknown>, index));
}

function toItem(row: Record<string, unknown>, index: number): RepairItem {
  const field = (name: string): string => {
    const value = row[name];
    if (typeof value !== 'string') throw new Error(`Line ${index + 1} of the data has no text "${name}".`);
    return value;
  };
  return {
    index,
    name: field('task_id'),
    bugType: field('bug_type'),
    source: field('declaration') + field('buggy_solution'),
    canonical: field('declaration') + field('canonical_solution'),
    test: field('test'),
    exampleTest: field('example_test'),
  };
}

/** The script as a module that exports its top-level names, and a test file that loads it. */
export function programOf(item: RepairItem, example: boolean): RepairProgram {
  const names = topLevelNames(item.source).join(', ');
  const withImport = (test: string): string => `const { ${names} } = require('./solution');\n${test}`;
  return {
    source: asModule(item.source),
    test: withImport(example ? item.exampleTest : item.test),
    hiddenTest: withImport(item.test),
  };
}

/** Script code as a module that exports its top-level names. */
export function asModule(source: string): string {
  return `${source}\nmodule.exports = { ${topLevelNames(source).join(', ')} };\n`;
}

function topLevelNames(source: string): string[] {
  return [...source.matchAll(/^(?:async\s+)?(?:const|let|var|function\*?|class)\s+([A-Za-z_$][\w$]*)/gm)].map(
    (match) => match[1] ?? '',
  );
}
