import type { AnsweredCall } from '../answer-test';

const TEXT = /'(?:[^'\\\n]|\\.){0,300}'|"(?:[^"\\\n]|\\.){0,300}"/g;
const WORD = /(?<![\w.])[A-Za-z_]\w*/g;
/** Words that values of built-in types are written with. */
const PLAIN = new Set(['True', 'False', 'None', 'set', 'frozenset', 'b', 'range', 'bytes', 'bytearray']);
const CALL = /(?<![\w.])(?:([A-Za-z_]\w{0,80})\.)?([A-Za-z_]\w{0,80})\(/g;
const IMPORT = /^(?:from|import)\s[^\n]{0,500}/gm;

/** The same as `withAnswer`, for a test file of unittest or pytest: its answer has to be a value of built-in types. */
export function withPythonAnswer(text: string, { name, args, answer }: AnsweredCall): string | undefined {
  const callee = calleeIn(text, name);
  const title = `test_${name.replace(/^_+/, '')}_gives_the_answer`;
  if (callee === undefined || text.includes(title) || !isPlain(args) || !isPlain(answer)) return undefined;
  const actual = `${callee}(${args})`;
  const lines = text.trimEnd().split('\n');
  const header = lines.findLastIndex((line) => /^class \w{1,100}\([^)]{0,100}TestCase\)/.test(line));
  if (header >= 0) return inClass(lines, header, [title, `self.assertEqual(${actual}, ${answer})`]);
  if (!/^def test_/m.test(text)) return undefined;
  return `${lines.join('\n')}\n\n\ndef ${title}():\n    assert ${actual} == ${answer}\n`;
}

/** The test as the last method of a class. */
function inClass(
  lines: readonly string[],
  header: number,
  [title, check]: readonly [string, string],
): string {
  const below = lines.findIndex((line, at) => at > header && /^\S/.test(line));
  const end = below < 0 ? lines.length : below;
  const last = lines.findLastIndex((line, at) => at < end && line.trim() !== '');
  const [indent = '    '] = lines.slice(header + 1).flatMap((line) => /^[ \t]+(?=def )/.exec(line) ?? []);
  const test = ['', `${indent}def ${title}(self):`, `${indent}${indent}${check}`];
  return `${[...lines.slice(0, last + 1), ...test, ...lines.slice(last + 1)].join('\n')}\n`;
}

/** The expression by which the file calls a function that it imports. */
function calleeIn(text: string, name: string): string | undefined {
  const imported = new Set((text.match(IMPORT) ?? []).flatMap((line) => line.match(WORD) ?? []));
  for (const [, owner, called] of text.matchAll(CALL))
    if (called === name && imported.has(owner ?? name))
      return owner === undefined ? name : `${owner}.${name}`;
  return undefined;
}

function isPlain(source: string): boolean {
  const words = source.replaceAll(TEXT, '').match(WORD) ?? [];
  return !/[…;]/.test(source) && words.every((word) => PLAIN.has(word));
}
