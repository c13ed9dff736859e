import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPrompt, type PromptName } from '../../../src/coder';

/** Each rule of the requirements: the prompt that keeps it, its number there, and what it must say. */
const RULES: Record<string, [prompt: PromptName, rule: number | 'JSON', says: RegExp[]]> = {
  'CG-1': ['code.generation.v2', 1, [/what the request says, whole and nothing besides/]],
  'CG-2': ['code.generation.v2', 2, [/TypeScript/, /strict/, /style guide/, /Prettier/]],
  'CG-3': ['code.generation.v2', 3, [/every exported function/, /TSDoc/, /parameters/, /returns/, /throws/]],
  'CG-4': ['code.generation.v2', 4, [/Type everything/, /parameters, return values/, /No `any`/]],
  'CG-5': ['code.generation.v2', 5, [/Handle errors/, /never swallow/]],
  'CG-6': ['code.generation.v2', 6, [/edge cases/, /empty, zero, negative/]],
  'CG-7': ['code.generation.v2', 7, [/Files to change/, /Never change existing tests/]],
  'TG-1': ['test.generation.v1', 1, [/own runner/, /No other test library/]],
  'TG-2': ['test.generation.v1', 2, [/every exported function/]],
  'TG-3': ['test.generation.v1', 3, [/edge cases/, /boundaries/, /must throw/]],
  'TG-4': ['test.generation.v1', 4, [/promise/, /not what the code happens to do/]],
  'TG-5': ['test.generation.v1', 5, [/Mock, with the runner's own functions/, /never mock/]],
  'TG-6': ['test.generation.v1', 6, [/deterministic and independent/]],
  'TG-7': ['test.generation.v1', 7, [/new files only/, /Never\s+change an existing file/]],
  'DB-1': ['debugger.error.diagnosis.v1', 1, [/only the error/, /Leave everything else as it is/]],
  'DB-2': ['debugger.error.diagnosis.v1', 2, [/root cause/, /same error cannot come back/]],
  'DB-3': ['debugger.error.diagnosis.v1', 3, [/Explain the fix/, /`rootCause`/, /comment at the change/]],
  'DB-4': ['debugger.error.diagnosis.v1', 4, [/style/, /typed/, /handles errors and edge cases/, /TSDoc/]],
  'DB-5': ['debugger.error.diagnosis.v1', 5, [/tests/, /snapshots/, /never change/]],
  'DB-6': [
    'debugger.error.diagnosis.v1',
    'JSON',
    [
      /`rootCause`/,
      /`errorCategory`/,
      /`fileModifications`/,
      /`create`,\s+`modify` or `delete`/,
      /`verificationCommands`/,
    ],
  ],
};

/** The rules of a prompt by their numbers, and what it says of the reply. */
function rulesOf(prompt: PromptName): Map<string, string> {
  const [rules = '', reply = ''] = loadPrompt(prompt).system.split('Reply with one JSON object');
  const found = [...rules.matchAll(/^(\d+)\. ([\s\S]*?)(?=^\d+\. |(?![\s\S]))/gm)];
  return new Map([...found.map(([, number = '', text = '']) => [number, text] as const), ['JSON', reply]]);
}

/** The table of the specification: id → prompt and number. */
function specified(): Record<string, string> {
  const spec = readFileSync(join(__dirname, '../../../docs/prompt_spec.md'), 'utf8');
  const rows = [...spec.matchAll(/^\| `([A-Z]{2}-\d+)` \|.*\| `([\w.]+)` (\d+|JSON) +\|$/gm)];
  return Object.fromEntries(rows.map(([, id = '', prompt = '', rule = '']) => [id, `${prompt} ${rule}`]));
}

test('the specification lists the rules that are held, each where it stands', () => {
  const held = Object.entries(RULES).map(([id, [prompt, rule]]) => [id, `${prompt} ${rule}`]);
  expect(specified()).toEqual(Object.fromEntries(held));
});

test.each(Object.entries(RULES))('%s is kept', (_, [prompt, rule, says]) => {
  const text = rulesOf(prompt).get(String(rule));
  for (const part of says) expect(text).toMatch(part);
});

test('every numbered rule but those about other packages, tries and material has an id', () => {
  const held = new Set(Object.values(RULES).map(([prompt, rule]) => `${prompt} ${rule}`));
  const prompts = [...new Set(Object.values(RULES).map(([prompt]) => prompt))];
  const others = prompts.flatMap((prompt) =>
    [...rulesOf(prompt)].filter(([number]) => number !== 'JSON' && !held.has(`${prompt} ${number}`)),
  );
  for (const [, text] of others)
    expect(text).toMatch(/^(Do not add packages|Do not repeat|The next message is material)/);
});
