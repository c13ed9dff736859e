import { Material } from '../../../src/coder/material';
import { failingOf } from '../../../src/repair/llm/evidence-text';
import { exhibitsOf } from '../../../src/repair/llm/exhibits';
import { analyzeFailures } from '../../../src/domain/verification/analysis';
import { concise } from '../../../src/domain/heal/proposal';
import { errorContext } from '../../../src/domain/heal/errors';
import type { CheckReport } from '../../../src/domain/verification/verification';
import { createMemoryStore } from '../../support/memory-store';
import { checkReport } from '../../support/check-reports';
import { reportOf, verificationOf } from '../../support/loop-analysis';
import { treeOf } from '../../support/text-trees';

const FILES = {
  'src/cart.js': "const { round } = require('./money');\nexports.total = (items) => round(items);\n",
  'src/money.js': 'exports.round = (n) => n;\n',
  'src/menu.js': 'exports.menu = [];\n',
  'packages/shop/src/page.js': 'exports.page = 1;\n',
  'test/cart.test.js': "const { total } = require('../src/cart');\n",
  'node_modules/sums/src/menu.js': 'exports.menu = 1;\n',
  'package.json': '{ "name": "app" }\n',
};

/** Paths that a model sees with the lines in question, where these checks failed. */
async function shown(checks: CheckReport[], request?: string): Promise<string[]> {
  const store = createMemoryStore();
  const tree = await treeOf(store, FILES);
  const verification = verificationOf(checks);
  const analysis = analyzeFailures(verification);
  const evidence = concise({
    tree,
    report: verification.report,
    baselineReport: verification.report,
    analysis,
    errorContext: errorContext(verification, analysis, []),
    request,
    impactedFiles: [],
    vanished: [],
    tried: [],
    round: 1,
  });
  const failing = failingOf({ version: 1, tree, checks, flaky: [] });
  const exhibits = await exhibitsOf(evidence, failing, await Material.of(store, tree));
  return exhibits.map(({ path, lines }) => [path, ...lines].join(':'));
}

const command = (stdout: string, stderr = ''): CheckReport =>
  reportOf({ command: 'npm run check', exitCode: 1, stdout, stderr });

describe('what a model is shown where a command failed', () => {
  it('is what its output names, each file with its lines', async () => {
    const lint =
      '\n/home/dev/app/src/menu.js\n  1:9  error  A  no-a\n  7:1  error  B  no-b\n\nsrc/money.js\n  1:2  error  C  no-c\n';
    expect(await shown([command(lint)])).toEqual(['src/menu.js:1:7', 'src/money.js:1']);
    const tsc = 'src/menu.js(1,2): error TS2322: no\nsrc/cart.js(2,5): error TS2322: no\n';
    expect(await shown([command(tsc)])).toEqual(['src/menu.js:1', 'src/cart.js:2']);
  });

  it('is what a test imports where the output names the test alone', async () => {
    const mocha =
      '\n  1 failing\n\n  1) total:\n     AssertionError: 1 is not 2\n      at Context.<anonymous> (/home/dev/app/test/cart.test.js:4:10)\n      at f (node_modules/sums/src/menu.js:1:1)\n';
    expect(await shown([command(mocha)])).toEqual(['test/cart.test.js:4', 'src/cart.js', 'src/money.js']);
  });

  it('is found where the command ran in a folder', async () => {
    expect(await shown([command('src/page.js:1:5: error: no\n')])).toEqual(['packages/shop/src/page.js:1']);
  });

  it('is not what passing tests log', async () => {
    const logs = 'Error: expected\n    at menu (src/menu.js:1:1)\n'.repeat(9);
    const mocha = '\n  1 failing\n\n  1) total:\n     Error: no\n      at total (src/money.js:1:3)\n';
    expect(await shown([command(mocha, logs)])).toEqual(['src/money.js:1']);
  });

  it('is what the project holds where nothing is named, the likeliest first', async () => {
    const all = await shown([command('the menu is empty\n')]);
    expect(all[0]).toBe('src/menu.js');
    expect(all).toEqual(expect.arrayContaining(['src/cart.js', 'src/money.js']));
    expect((await shown([command('it is wrong\n')], 'let money be exact'))[0]).toBe('src/money.js');
  });
});

describe('what a model is shown where a test file was stopped', () => {
  const stopped = checkReport({ name: 'test/cart.test.js', end: 'timeout' });

  it('is the test and what it imports', async () => {
    expect(await shown([stopped])).toEqual(['src/cart.js', 'test/cart.test.js', 'src/money.js']);
  });
});
