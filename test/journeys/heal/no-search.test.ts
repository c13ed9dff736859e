import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProject } from '../../support/kintsugi';
import { useKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;
const SUM = 'exports.sum = (a, b) => a - b;\n';

describe('what no edit of the program mends', () => {
  const kintsugi = useKintsugi();

  it('is not searched for where the build tool fails, and not a test', async () => {
    const project = await makeProject({
      'package.json': JSON.stringify({
        ...{ name: 'p', version: '1.0.0', devDependencies: { rollx: '*' } },
        scripts: { test: 'rollx -c && node --test' },
      }),
      'src/sum.js': SUM.replace('-', '+'),
      'test/sum.test.js':
        "const test = require('node:test');\nconst assert = require('assert');\ntest('adds', () => assert.equal(require('../src/sum').sum(1, 2), 3));\n",
      'node_modules/rollx/package.json': JSON.stringify({ name: 'rollx', version: '1.0.0', bin: 'index.js' }),
      'node_modules/rollx/index.js': "throw new TypeError('ts.resolver is not a function');\n",
      'node_modules/.bin/rollx': '#!/usr/bin/env node\nrequire("../rollx/index.js");\n',
    });
    await chmod(join(project.path, 'node_modules/.bin/rollx'), 0o755);
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW });
    const result = await run.result();
    await project.remove();
    expect(result).toMatchObject({ status: 'failed', repairHistory: [] });
    expect(result.message).toContain('The build tool fails, and not a test');
    expect(result.message).toContain('ts.resolver is not a function');
  });

  it('is no suggestion where a wrap makes one test of a file pass, and others fail', async () => {
    const files = {
      'src/names.js': 'exports.names = (list) => list;\n',
      'test/names.test.js': [
        "const { names } = require('../src/names');",
        "it('holds each once', () => expect(names(['a', 'a'])).toEqual(['a']));",
        "it('knows more than the list', () => expect(names(['b'])).toEqual(['b', 'of', 'house', 'x7']));",
      ].join('\n'),
    };
    const project = await makeProject(files);
    const run = await kintsugi.client.heal({ directory: project.path, approval: LOW, maxAttempts: 1 });
    const result = await run.result();
    expect(await readFile(join(project.path, 'src/names.js'), 'utf8')).toBe(files['src/names.js']);
    await project.remove();
    expect(result.repairs.map(({ summary }) => summary).join()).toContain('new Set');
    expect(result.delivery?.status).toBe('nothing-to-publish');
    expect(result.outcome).not.toBe('partly_healed');
  });
});
