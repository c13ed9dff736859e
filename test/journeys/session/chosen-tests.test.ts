import { execFileSync } from 'node:child_process';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { SessionBench } from '../../support/session-bench';
import { turnOf } from '../../support/session-turns';
import { useKintsugi, useProject } from '../../support/use-kintsugi';
import { verification } from '../../support/verifications';

const TEST = (name: string, titles: readonly string[]) =>
  `const { it } = require('node:test');\nconst assert = require('node:assert');\nconst { ${name} } = require('../src/${name}');\n` +
  titles.map((title) => `it('${title}', () => assert.ok(${name}(1) > 0));\n`).join('');

const PROJECT = {
  'package.json': '{ "name": "shop", "scripts": { "test": "node --test" } }\n',
  'src/price.js': 'exports.price = (x) => {\n  if (x > 100) {\n    return x - 1;\n  }\n  return x + 1;\n};\n',
  'src/cart.js': 'exports.cart = (x) => x + 1;\n',
  'test/price.test.js': TEST('price', ['adds tax', 'rounds up']),
  'test/cart.test.js': TEST('cart', ['holds goods']),
};

describe('a session that is asked for some of the tests', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(PROJECT));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project.path });

  itIsolated('runs those alone, says what it left out, and calls no test no success', async () => {
    git('init', '-q');
    git('add', '.');
    git('-c', 'user.name=Ann', '-c', 'user.email=a@example.org', 'commit', '-qm', 'First');
    const session = await kintsugi.client.session({ directory: project.path });
    const asked = async (text: string) => turnOf(session, await session.submit({ text }));

    const ofPrice = await asked('run the tests of price');
    expect(ofPrice).toMatchObject({ status: 'done', modes: ['test'], tests: { passed: 2, failed: 0 } });
    expect(ofPrice.answer).toContain('test/price.test.js. Left out: 1 other test, and 1 file whole.');
    const named = await asked('只运行名为 adds tax 的测试');
    expect(named).toMatchObject({ status: 'done', tests: { passed: 1, failed: 0 } });
    expect(named.answer).toContain('未运行：其他测试 2 个');
    const nothing = await asked('run the tests of nowhere');
    expect(nothing).toMatchObject({ status: 'failed' });
    expect(nothing.answer).toBe('No test of the project fits "nowhere": nothing was run.');
    expect(await asked('run the tests of what I changed')).toMatchObject({
      status: 'failed',
      answer: expect.stringContaining('Nothing differs from the last commit'),
    });
    await project.write('src/cart.js', 'exports.cart = (x) => x - 1;\n');
    const changed = await asked('내가 바꾼 부분의 테스트만 돌려줘');
    expect(changed.answer).toContain('변경한 부분 (src/cart.js)의 테스트만 실행: test/cart.test.js');
    expect(changed).toMatchObject({ tests: { passed: 0, failed: 1 } });
    expect(changed.transitions.at(-1)).toMatchObject({ trigger: 'test_failed' });

    const covered = await asked('what is not covered?');
    expect(covered.answer).toMatch(/Covered lines: \d\d\.\d %/);
    expect(covered.answer).toMatch(/- src\/price\.js: 66\.7 %; not covered: 3-4/);
    const { context } = await session.ask('context');
    expect(context.coverageData).toEqual({ covered: 5, total: 7 });
    await asked('where is price?');
    const graph = (await session.ask('context')).context.graphDoc;
    expect(graph).toMatch(/^[0-9a-f]{64}$/);
    await session.close();
  });
});

describe('all tests with coverage', () => {
  it('lead to no review, since commands that run only as a whole stay out', async () => {
    const chosen = { files: [], wholes: ['tsc'], left: { tests: 0, files: 0 }, coverage: [], unmeasured: [] };
    const bench = new SessionBench({
      verify: () => Promise.resolve(verification({ success: true, passed: 2, failed: 0, chosen })),
    });
    const result = await bench.handle('test', PROJECT, { text: 'run all tests with coverage' });
    bench.close();
    expect(result).toMatchObject({ tests: { passed: 2, failed: 0, allPassed: false } });
    expect(result.trigger).toBeUndefined();
  });
});
