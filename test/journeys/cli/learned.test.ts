import { rmSync } from 'node:fs';
import { showLearned } from '../../../src/client/cli/goal-command';
import type { Output } from '../../../src/client/cli/output';
import type { Config } from '../../../src/config';
import type { Tried } from '../../../src/domain/goal/learning';
import { homePaths } from '../../../src/machine/paths';
import { createLearned } from '../../../src/memory';
import { tempFolder } from '../../support/temp-folder';

let home: string;

beforeEach(() => {
  home = tempFolder('learned');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function shown(tries: readonly Tried[], json = false): Promise<string[]> {
  await createLearned(homePaths(home).learned).add(['/roots/a'], tries);
  const lines: string[] = [];
  const output = { print: (line = '') => void lines.push(line) } as unknown as Output;
  await showLearned({ home } as Config, ['/roots/a'], output, json);
  return lines;
}

function tried(step: number, given: Partial<Tried>): Tried {
  const at = new Date().toISOString();
  return { run: 'r', step, attempt: 1, tool: 'list', args: { path: 'papers' }, ok: true, at, ...given };
}

describe('kintsugi learned', () => {
  it('shows the ways that went well or badly, the surest first', async () => {
    const lines = await shown([
      tried(1, {}),
      tried(2, {}),
      tried(3, { tool: 'locate', args: { what: 'the papers' }, ok: false, reason: 'nothing fits\nat all' }),
    ]);
    expect(lines).toEqual([
      'list path=folder in papers  2 successes, 0 failures',
      'locate what=words  0 successes, 1 failure: nothing fits',
    ]);
  });

  it('says how something comes to be learned where nothing is', async () => {
    expect(await shown([])).toEqual(['Nothing is learned of these folders yet: run a goal on them first.']);
  });

  it('prints JSON for programs', async () => {
    const [line = ''] = await shown([tried(1, {})], true);
    expect(JSON.parse(line)).toMatchObject([{ tool: 'list', path: 'papers', rate: 1 }]);
  });

  it('shows names that a terminal would obey with their characters escaped', async () => {
    const [line] = await shown([tried(1, { args: { path: 'a\u001b[2Jb' } })]);
    expect(line).toContain('in "a\\u001b[2Jb"');
  });
});
