import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

describe('a change that a command alone calls green', () => {
  const kintsugi = useScriptedKintsugi();

  it('is no proof of what a request adds to a CommonJS file that its tests load: notes and message say so', async () => {
    const gross = 'const gross = (sum) => sum * 1.19;\n';
    const content = `${gross}const net = (sum) => sum * 1.19;\nmodule.exports = { gross, net };\n`;
    const fileModifications = [{ path: 'price.js', action: 'modify', content, replacements: null }];
    kintsugi.model.script(reply({ summary: 'Adds net.', fileModifications }));
    const project = await makeProject({
      'package.json': '{}',
      'price.js': `${gross}module.exports = { gross };\n`,
      'price.test.js':
        "const { gross } = require('./price');\nit('adds the tax', () => expect(gross(100)).toBe(119));\n",
    });
    const request = { request: 'Add net()', executor: 'answer' as const, generateTests: false };
    const run = await kintsugi.client.heal({
      directory: project.path,
      ...request,
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    await project.remove();
    expect(result.notes).toContain('No test executes the changed lines of price.js.');
    expect(result.message).toContain('no test executes the changed lines of price.js');
  });
});
