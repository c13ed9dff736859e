import type { PlacedMutation } from '../../../../src/repair/search/mutation';
import { combineFixes } from '../../../../src/repair/mutation/combine';
import type { Edits, Fix, Trials } from '../../../../src/repair/mutation/trials';
import { said } from '../../../../src/domain/run/said';

const edit = (file: string, replacement: string): PlacedMutation => ({
  ...{ file, replacement, template: 'identifier', description: said`should be ${replacement}` },
  ...{ start: 4, end: 5, weight: 1, line: 1, suspicion: 1, precedence: 0 },
});
const fix = (file: string, replacement: string): Fix => ({
  edits: [edit(file, replacement)],
  fixed: [file],
  green: false,
});

describe('edits that each mend some of the failing tests', () => {
  it('are tried together, the same edit at each place before different ones', async () => {
    const tried: string[] = [];
    const confirm = (edits: Edits): Promise<Fix | undefined> => {
      tried.push(edits.map(({ file, replacement }) => `${file} ${replacement}`).join(', '));
      return Promise.resolve(undefined);
    };
    const groups = [
      [fix('a.js', 'x'), fix('a.js', 'y'), fix('a.js', 'z')],
      [fix('b.js', 'x'), fix('b.js', 'y')],
    ];
    await combineFixes({ confirm } as unknown as Trials, groups);
    expect(tried).toEqual([
      'a.js x, b.js x',
      'a.js y, b.js y',
      'a.js y, b.js x',
      'a.js z, b.js x',
      'a.js x, b.js y',
    ]);
  });
});
