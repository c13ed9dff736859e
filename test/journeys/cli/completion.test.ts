import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EXIT_MEANING } from '../../../src/domain/kintsugi-error';
import { kintsugiCli } from '../../support/cli';

const env = { PATH: process.env['PATH'] ?? '', HOME: tmpdir() };

async function scriptFor(shell: string): Promise<string> {
  const { code, stdout } = await kintsugiCli(env, ['completion', shell]);
  expect(code).toBe(0);
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'kintsugi-completion-')), shell);
  writeFileSync(file, stdout);
  return file;
}

it('bash completes commands, flags, and values of flags', async () => {
  const script = await scriptFor('bash');
  const offered = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kintsugi; echo "\${COMPREPLY[*]}"`,
        script,
        'kintsugi',
        ...words,
      ],
      { encoding: 'utf8' },
    ).trim();
  expect(offered('he')).toBe('heal');
  expect(offered('heal', '.', '--appro')).toBe('--approval');
  expect(offered('heal', '.', '--approval', '')).toBe('low medium high');
  expect(offered('store', 'gc', '--d')).toBe('--dry-run');
  expect(offered('completion', 'z')).toBe('zsh');
});

const fish = ['/usr/bin/fish', '/usr/local/bin/fish'].find(existsSync);
(fish ? it : it.skip)('fish completes the same', async () => {
  const script = await scriptFor('fish');
  const offered = (line: string) =>
    execFileSync(fish ?? '', ['-c', 'source $argv[1]; complete -C $argv[2]', script, line], {
      encoding: 'utf8',
    }).match(/^\S+/gm);
  expect(offered('kintsugi he')).toEqual(['heal']);
  expect(offered('kintsugi heal . --approval ')).toEqual(['high', 'low', 'medium']);
  expect(offered('kintsugi store gc --d')).toEqual(['--dry-run']);
});

it('a wrong flag points to the help of its own command, with the nearest flag', async () => {
  const wrong = await kintsugiCli(env, ['store', 'gc', '--dryrun']);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain('(Did you mean --dry-run?)');
  expect(wrong.stderr).toContain('(kintsugi store gc --help lists what it takes)');
});

it.each(['README.md', path.join('docs', 'commands.md')])('%s has the exit codes of the code', (file) => {
  const rows = readFileSync(file, 'utf8').matchAll(/^\| (\d) +\| (.+?) +\|$/gm);
  expect(Object.fromEntries([...rows].map(([, code, meaning]) => [code, meaning]))).toEqual(EXIT_MEANING);
});
