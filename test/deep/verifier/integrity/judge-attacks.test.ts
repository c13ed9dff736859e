import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerifiedProject } from '../../../support/verified-project';

interface Attack {
  name: string;
  why: string;
  files: Record<string, string>;
  command: string;
  /** `null` deletes a file. */
  change: Record<string, string | null>;
}

const FILE = join(__dirname, '../../../attacks/judges/judges.json');
const ATTACKS = JSON.parse(readFileSync(FILE, 'utf8')) as Attack[];

describe('a repair is refused, or not green, that turns its judge', () => {
  it.each(ATTACKS)('$name: $why', async ({ files, command, change }) => {
    const project = await VerifiedProject.of(files, [command]);
    const given = Object.entries(change).map(([path, text]) => [path, text ?? undefined] as const);
    const { refused, failed } = await project.repair(Object.fromEntries(given));
    expect({ isRefused: refused.length > 0, failed }).not.toEqual({ isRefused: false, failed: false });
    expect((await project.repair({ 'src/fresh.js': '\n' })).refused).toEqual([]);
  });
});
