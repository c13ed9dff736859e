import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { ARTEFACTS } from '../../src/machine/paths';

const HISTORIES = join(__dirname, 'histories');
const read = (name: string): unknown => JSON.parse(readFileSync(join(HISTORIES, name), 'utf8'));

describe('histories of earlier runs', () => {
  beforeAll(() => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  });

  it.each(readdirSync(HISTORIES))('%s replays with the workflows of today', async (name) => {
    await Worker.runReplayHistory(
      { workflowBundle: { codePath: ARTEFACTS.workflowBundle } },
      read(name),
      name.replace('.json', ''),
    );
  });

  it('fail to replay with a workflow that decides otherwise', async () => {
    const replay = Worker.runReplayHistory(
      { workflowsPath: require.resolve('./changed-workflows') },
      read('heal-recovered.json'),
      'changed',
    );
    await expect(replay).rejects.toThrow(DeterminismViolationError);
  }, 120_000);
});
