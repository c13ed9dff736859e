import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';

/** A copy of the repository that is built already, so that only what a test changes is built anew. */
let copy: string;
const PROMPTS = 'src/coder/prompts';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'kintsugi-build-'));
  for (const name of [
    'src',
    'scripts',
    'dist',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ])
    cpSync(join(PROJECT_ROOT, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  cpSync(
    join(PROJECT_ROOT, '.cache', 'tsconfig.build.tsbuildinfo'),
    join(copy, '.cache', 'tsconfig.build.tsbuildinfo'),
  );
  symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(copy, 'node_modules'));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function build(): { code: number | null; said: string } {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.cjs'], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { code: status, said: stderr.trim() };
}

const chat = () => join(copy, PROMPTS, 'chat.reply.v1.md');

test('a build fails with one sentence for a prompt without its variable, and passes again when it is mended', () => {
  const good = readFileSync(chat(), 'utf8');
  writeFileSync(chat(), good.replace('{{request}}', 'the question'));
  expect(build()).toEqual({ code: 1, said: 'files: The prompt chat.reply.v1 does not use {{request}}.' });
  writeFileSync(chat(), good);
  expect(build()).toEqual({ code: 0, said: '' });
});

describe('what is built', () => {
  const { checkPrompts } = jest.requireActual<{ checkPrompts(dist: string): void }>(
    '../../../scripts/lib/prompts.cjs',
  );
  const dist = () => join(copy, 'dist');
  const built = () => join(dist(), 'coder/prompts/chat.reply.v1.md');
  let good: string;
  beforeEach(() => {
    good = readFileSync(built(), 'utf8');
  });
  afterEach(() => writeFileSync(built(), good));

  test.each([
    ['an unknown variable', '{{request}}', '{{request}} {{mood}}', /has unknown variables: \{\{mood\}\}\.$/],
    ['a variable in its stable part', 'You answer', '{{who}} answers', /variable in its system part/],
    ['no system part', '# system', '# rules', /needs a part "# system"/],
  ])('must not have a prompt with %s', (_, from, to, sentence) => {
    writeFileSync(built(), good.replace(from, to));
    expect(() => checkPrompts(dist())).toThrow(sentence);
  });

  test('must have every prompt that is declared, and no other', () => {
    expect(() => checkPrompts(dist())).not.toThrow();
    const other = built().replace('v1', 'v9');
    renameSync(built(), other);
    expect(() => checkPrompts(dist())).toThrow(/chat\.reply\.v1 is missing/);
    writeFileSync(built(), good);
    expect(() => checkPrompts(dist())).toThrow(/chat\.reply\.v9\.md is not declared: add it to PROMPTS/);
    rmSync(other);
  });
});
