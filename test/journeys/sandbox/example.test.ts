import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';

it('examples/sandbox.mts runs untrusted tests and one function through the door of the sandbox alone', () => {
  const example = join(PROJECT_ROOT, 'examples', 'sandbox.mts');
  const output = execFileSync(process.execPath, [example], { encoding: 'utf8', timeout: 60_000 });
  expect(output).toBe('adds: passed\n3\n');
});
