import { CHECKED_SUM, TODO_SUM } from '../../support/checked-project';
import { itIsolated } from '../../support/isolation';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

/** No single edit of the templates repairs it. */
const JOINED = 'exports.sum = (a, b) => Number(`${a}${b}`);\n';

describe('the whole command', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject({ ...CHECKED_SUM, 'src/sum.js': JOINED }));

  itIsolated('refuses a repair that its tests take and another step of it does not', async () => {
    kintsugi.model.script(
      reply({
        rootCause: 'it joins',
        errorCategory: 'logic',
        fileModifications: [{ path: 'src/sum.js', action: 'modify', content: TODO_SUM, replacements: null }],
        verificationCommands: [],
      }),
    );
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      mode: 'PRECISION',
      maxAttempts: 1,
    });
    const result = await run.result();
    expect(result.delivery?.status).not.toBe('published');
    expect(result.failureReport).toContain('the tests pass, but npm test fails: src/sum.js:1: ');
    expect(await project.read('src/sum.js')).toBe(JOINED);
  });
});
