import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND_NAMES } from '../../../../src/client/cli/command-names';

test('the table of docs/commands.md names every command, and no other', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/commands.md'), 'utf8');
  const [table = ''] = /^\| command [^]*?\n\n/m.exec(page) ?? [];
  const cells = table
    .split('\n')
    .slice(2, -2)
    .map((row) => row.split(/(?<!\\)\|/)[1] ?? '');
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z]+)/g)].map(([, name]) => name));
  expect([...new Set(named)].sort()).toEqual(Object.values(COMMAND_NAMES).flat().sort());
});
