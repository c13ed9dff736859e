import type { TestResult } from '../../domain/verification/verification';
import { boundedHints } from '../mutation/hints';
import type { Hints } from '../mutation/site';
import type { FileFunctions } from './functions';

const LITERAL = /(["'`])([^"'`\n\\]{1,80})\1/g;
const NUMBER = /(?<![\w.])\d{1,12}(?:\.\d{1,9})?(?![\w.])/g;

/** Literals of failing tests and of what they expected: often the very value that is missing. */
export function codeHints(
  failing: readonly TestResult[],
  functions: readonly FileFunctions[],
  texts: ReadonlyMap<string, string>,
): Hints {
  const strings = new Set<string>();
  const numbers = new Set<string>();
  const titles = new Set(failing.flatMap(({ path }) => path));
  const read = (text: string): void => {
    for (const [, , literal = ''] of text.matchAll(LITERAL)) if (!titles.has(literal)) strings.add(literal);
    for (const [number] of text.matchAll(NUMBER)) numbers.add(number);
  };
  for (const { failure } of failing) {
    const { expected = '', message = '' } = failure ?? {};
    read(expected);
    if (/^[^"'`\n]{1,80}$/.test(expected)) strings.add(expected);
    read(message.slice(0, 1_000));
  }
  for (const test of failing) read(textOf(test, functions, texts));
  return boundedHints(
    { strings, numbers, titles: failing.map(({ path }) => path.join(' ')) },
    failing.flatMap(({ failure }) => failure ?? []),
  );
}

/** Text of a test's own function. */
function textOf(
  { path, file }: TestResult,
  functions: readonly FileFunctions[],
  texts: ReadonlyMap<string, string>,
): string {
  const names = [path.at(-1) ?? '', path[0] ?? ''].map((name) => withoutParameters(name));
  const own = [...functions].sort((a, b) => Number(b.path === file) - Number(a.path === file));
  for (const name of names)
    for (const one of own) {
      const found = one.functions.find((each) => each.name === name);
      if (found)
        return (texts.get(one.path) ?? '')
          .split('\n')
          .slice(found.from - 1, found.to)
          .join('\n');
    }
  return '';
}

/** Name of a test's function: pytest puts the parameters of a case behind it, in brackets. */
export function withoutParameters(name: string): string {
  const at = name.indexOf('[');
  return at < 0 ? name : name.slice(0, at);
}
