import { searchAttributes } from '../../../src/messages';
import { testClient, type TestClient } from '../../support/temporal';

describe('the shared test server', () => {
  let server: TestClient;

  beforeAll(async () => {
    server = await testClient();
  });

  afterAll(() => server.close());

  test('gives each caller a namespace with the search attributes, usable at once', async () => {
    const handle = await server.client.workflow.start('heal', {
      taskQueue: 'nobody',
      workflowId: 'same-id',
      typedSearchAttributes: [{ key: searchAttributes.phase, value: 'baseline' }],
    });
    expect((await handle.describe()).status.name).toBe('RUNNING');

    const other = await testClient();
    try {
      await expect(other.client.workflow.getHandle('same-id').describe()).rejects.toThrow(/not found/);
    } finally {
      await other.close();
    }
  });
});
