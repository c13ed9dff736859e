import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

describe('the first byte of an answer', () => {
  it('is waited for as long as the time limit of the model says, however soon Node gives up', () => {
    const child = join(__dirname, 'first-byte.child.cjs');
    const printed = execFileSync(process.execPath, [child, '300', '2500'], { encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual({ plain: 'given up', asked: 'late' });
  });
});
