import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPrompt, PromptError, PROMPTS, renderPrompt, type PromptName } from '../../../src/coder';
import { parsePrompt } from '../../../src/coder/prompts';

const FOLDER = join(__dirname, '../../../src/coder/prompts');
const NAMES = Object.keys(PROMPTS) as PromptName[];

describe('prompt files', () => {
  test('every file is declared, and every declared prompt is a file', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(NAMES.map((name) => `${name}.md`).sort());
  });

  test.each(NAMES)('%s has exactly the variables that are declared', (name) => {
    expect(() => loadPrompt(name)).not.toThrow();
  });

  test.each(NAMES)('%s is described in docs/prompt_spec.md', (name) => {
    expect(readFileSync(join(__dirname, '../../../docs/prompt_spec.md'), 'utf8')).toContain(`\`${name}\``);
  });

  test.each<[PromptName, RegExp[]]>([
    [
      'debugger.error.diagnosis.v1',
      [
        /only the error/,
        /root cause/,
        /same error cannot come back/,
        /Explain the fix/,
        /comment/,
        /verificationCommands/,
      ],
    ],
    ['code.generation.v2', [/style guide/, /TSDoc/, /Type everything/, /Handle errors/, /Files to change/]],
    ['test.generation.v1', [/Jest/, /edge cases/, /every exported function/, /Mock/]],
  ])("%s keeps the seed's rules", (name, rules) => {
    for (const rule of rules) expect(loadPrompt(name).system).toMatch(rule);
  });
});

describe('renderPrompt', () => {
  const variables = {
    projectStructure: 'src/a.ts',
    instructions: '(none)',
    files: 'const t = `{{request}}`;',
    request: 'Why $& and $1?',
  };

  test('puts each value in once: what looks like a variable in a value stays', () => {
    const [system, user] = renderPrompt('chat.reply.v1', variables);
    expect(system?.role).toBe('system');
    expect(user?.content).toContain('const t = `{{request}}`;');
    expect(user?.content).toContain('Why $& and $1?');
    expect(user?.content).not.toContain('{{files}}');
  });

  test('has a system part that is the same for every call', () => {
    const other = renderPrompt('chat.reply.v1', { ...variables, request: 'Other?' });
    expect(other[0]).toEqual(renderPrompt('chat.reply.v1', variables)[0]);
  });
});

describe('a prompt that cannot be used', () => {
  const good = '# system\nBe brief.\n# user\n{{a}} {{b}}\n';

  test('good one', () => {
    expect(parsePrompt('p', good, ['a', 'b'])).toEqual({ system: 'Be brief.', user: '{{a}} {{b}}' });
  });

  test.each([
    ['a declared variable is missing', good, ['a', 'b', 'c'], /does not use \{\{c\}\}/],
    ['a variable is unknown', good, ['a'], /unknown variables: \{\{b\}\}/],
    ['a variable is in the system part', '# system\n{{a}}\n# user\n{{a}}\n', ['a'], /system part/],
    ['a part is missing', '# user\n{{a}}\n', ['a'], /"# system"/],
  ])('%s', (_, text, declared, message) => {
    expect(() => parsePrompt('p', text, declared)).toThrow(PromptError);
    expect(() => parsePrompt('p', text, declared)).toThrow(message);
  });

  test('the file is missing', () => {
    expect(() => loadPrompt('chat.reply.v1', join(FOLDER, 'nowhere'))).toThrow(/chat\.reply\.v1 is missing/);
  });
});
