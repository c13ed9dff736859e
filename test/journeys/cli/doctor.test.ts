import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kintsugiCli } from '../../support/cli';
import { useKintsugi } from '../../support/use-kintsugi';

interface Finding {
  name: string;
  level: string;
  text: string;
}

describe('what doctor says of the model', () => {
  const kintsugi = useKintsugi();

  /** Its finding on an endpoint that answers so. */
  async function found(
    listener: RequestListener,
    more: Record<string, string> = {},
    path = '/v1',
  ): Promise<Finding> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const finding = await findingAt(`http://127.0.0.1:${port}${path}`, more);
    await new Promise((resolve) => server.close(resolve));
    return finding;
  }

  async function findingAt(url: string, more: Record<string, string> = {}): Promise<Finding> {
    const env = {
      ...kintsugi.env,
      KINTSUGI_MODEL: 'qwen',
      KINTSUGI_MODEL_BASE_URL: url,
      KINTSUGI_MODEL_API_KEY: 'key-of-the-test',
      ...more,
    };
    const { stdout } = await kintsugiCli(env, ['doctor', '--json']);
    expect(stdout).not.toContain('key-of-the-test');
    const finding = (JSON.parse(stdout) as Finding[]).find(({ name }) => name === 'model');
    if (!finding) throw new Error('doctor says nothing of the model');
    return finding;
  }

  const listing =
    (...ids: string[]): RequestListener =>
    ({ headers, url }, response) => {
      const right = headers.authorization === 'Bearer key-of-the-test' && url === '/v1/models';
      response.writeHead(right ? 200 : 401).end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
    };

  it('that it answers', async () => {
    const finding = await found(listing('qwen', 'other'));
    expect(finding).toMatchObject({ level: 'ok' });
    expect(finding.text).toMatch(/^qwen at http\S+ answers; it is on this computer, and no price is set/);
  });

  it('that it refuses the key, without showing it', async () => {
    const finding = await found((_, response) => response.writeHead(401).end('no'));
    expect(finding.level).toBe('problem');
    expect(finding.text).toContain('refuses the key');
  });
});
