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

  it('that the endpoint has another', async () => {
    const finding = await found(listing('llama'), { KINTSUGI_MODEL_FALLBACKS: 'llama' });
    expect(finding.level).toBe('warning');
    expect(finding.text).toMatch(/does not list qwen: it has llama$/);
  });

  it('that a resource of Azure answers, at the address that requests go to', async () => {
    const asked: string[] = [];
    const azure: RequestListener = ({ headers, url }, response) => {
      asked.push(`${url ?? ''} ${String(headers['api-key'])}`);
      response.end(JSON.stringify({ data: [{ id: 'gpt' }] }));
    };
    const finding = await found(azure, { KINTSUGI_MODEL_API_VERSION: '2024-10-21' }, '');
    expect(finding).toMatchObject({ level: 'ok' });
    expect(asked).toEqual(['/openai/models?api-version=2024-10-21 key-of-the-test']);
  });

  it('that it is ill', async () => {
    const finding = await found((_, response) => response.writeHead(503).end());
    expect(finding).toMatchObject({ level: 'warning' });
    expect(finding.text).toContain('status 503');
  });

  it.each([
    [404, 'the address may need to end with /v1'],
    [403, 'the key may not be allowed to list models'],
  ])('that it keeps no list, or not for this key: %i', async (status, hint) => {
    const finding = await found((_, response) => response.writeHead(status).end());
    expect(finding).toMatchObject({ level: 'warning' });
    expect(finding.text).toContain(hint);
  });

  it('nothing against longer names, and that KINTSUGI_PROPOSERS leaves the model out', async () => {
    expect(await found(listing('qwen:latest'))).toMatchObject({ level: 'ok' });
    const finding = await found(listing('qwen'), { KINTSUGI_PROPOSERS: 'mutation' });
    expect(finding).toMatchObject({ level: 'warning' });
    expect(finding.text).toContain('KINTSUGI_PROPOSERS excludes it from looking for repairs');
  });

  it('that the key cannot be sent, and shows neither it nor a password', async () => {
    const finding = await found(listing('qwen'), { KINTSUGI_MODEL_API_KEY: 'key-of-the-test\nand more' });
    expect(finding).toMatchObject({ level: 'problem' });
    expect(finding.text).toContain('the key has characters that cannot be sent');
    expect((await findingAt('http://ada:secret@127.0.0.1:9/v1')).text).not.toContain('secret');
  });

  it('that nobody is there, with the address', async () => {
    const finding = await found((request) => request.socket.destroy());
    expect(finding.level).toBe('problem');
    expect(finding.text).toMatch(/^http:.*\/v1 does not answer \(UND_ERR_SOCKET\)/);
    const url = /^\S+/.exec(finding.text)?.[0] ?? '';
    expect((await findingAt(url)).text).toContain(`${url} does not answer (ECONNREFUSED): start it`);
  });
});
