import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { DeterminismViolationError } from '@temporalio/workflow';
import { ARTEFACTS } from '../../../src/machine/paths';

const HISTORIES = join(__dirname, '../../fixtures/histories');
const names = readdirSync(HISTORIES).filter((name) => name.endsWith('.json.gz'));
const read = (name: string): unknown =>
  JSON.parse(gunzipSync(readFileSync(join(HISTORIES, name))).toString('utf8'));

describe('histories of earlier runs', () => {
  beforeAll(() => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  });

  it.each(names)('%s replays with the workflows of today', async (name) => {
    await Worker.runReplayHistory(
      { workflowBundle: { codePath: ARTEFACTS.workflowBundle } },
      read(name),
      name.replace('.json.gz', ''),
    );
  });

  it('fail to replay with a workflow that decides otherwise', async () => {
    const replay = Worker.runReplayHistory(
      { workflowsPath: require.resolve('./changed-workflows') },
      read('heal-recovered.json.gz'),
      'changed',
    );
    await expect(replay).rejects.toThrow(DeterminismViolationError);
  });
});
