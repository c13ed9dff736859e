import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VerificationSpec } from '../../../src/domain/verification/verification';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;
const NO_TESTS = { tests: [] };

/** A project of one module and its test. */
const jestProject = (body: string, expected: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'p', version: '1.0.0' }),
  'src/pick.js': `exports.pick = () => ${body};\n`,
  'test/pick.test.js': `const { pick } = require('../src/pick');\nit('picks', () => expect(pick()).toBe(${expected}));\n`,
});

describe('a baseline that passes by luck', () => {
  const kintsugi = useKintsugi();

  async function healed(files: Record<string, string>, verification: object = {}) {
    const project = await makeProject(files);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: LOW,
      maxAttempts: 1,
      verification: VerificationSpec.parse(verification),
    });
    const result = await run.result();
    const after = await readFile(join(project.path, 'src/pick.js'), 'utf8').catch(() => '');
    const log = await readFile(join(project.path, 'log'), 'utf8').catch(() => '');
    await project.remove();
    return { result, isUntouched: after === (files['src/pick.js'] ?? ''), log };
  }

  it.each([
    ['Math.random', 'Math.random() < 0.5', /picks passed \d of \d runs \(Math\.random, src\/pick\.js:1\)/],
    ['random bytes', "require('crypto').randomBytes(1)[0] < 128", /picks passed \d of \d runs/],
    ['today', `Date.now() < ${Date.now()} + 3600000`, /picks passed \d of 4 runs \(Date, src\/pick\.js:1\)/],
  ])('is called flaky, with its odds, and is not repaired: %s', async (_, body, said) => {
    const { result, isUntouched } = await healed(jestProject(body, 'true'));
    expect(result.message).toMatch(said);
    expect(result.message).not.toContain('pass already');
    expect(result).toMatchObject({ status: 'failed', flaky: ['test/pick.test.js > picks'] });
    expect(isUntouched).toBe(true);
  });

  it('is green where chance decides nothing', async () => {
    const { result } = await healed(jestProject('Math.random() < 2 && Date.now() > 0', 'true'));
    expect(result).toMatchObject({ status: 'completed', flaky: [] });
    expect(result.message).toContain('all checks pass already');
  });

  it('is flaky where a command ends otherwise the second time', async () => {
    const flips = 'test $(( $(date +%N | sed "s/^0*//") / 1000 % 2 )) -eq 0';
    const ends = new Set<string>();
    for (let tries = 0; tries < 12; tries += 1) {
      const { result } = await healed({ 'a.txt': 'a' }, { ...NO_TESTS, commands: [{ command: flips }] });
      ends.add(result.status);
      if (result.flaky.length > 0) {
        expect(result.message).toMatch(/flaky: .* passed \d of \d runs/s);
        expect(result.status).toBe('failed');
        return;
      }
    }
    throw new Error(`a command that flips was never called flaky: ${[...ends].join(', ')}`);
  });
});
