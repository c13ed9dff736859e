import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NoticeChannel } from '../../../src/domain/run/input';
import type { Notice, QuestionNotice } from '../../../src/domain/run/notice';
import { EXIT, KintsugiError } from '../../../src/domain/kintsugi-error';
import { createNotify, questionOf, type NoticeSettings } from '../../../src/notices';
import { channelsOf } from '../../../src/run-input/start-facts';
import { asBlob } from '../../support/hashes';
import { startMailServer } from '../../support/mail-server';

/** As the worker has it for a secret of its settings. */
const redact = (text: string) => text.replaceAll('more', '[REDACTED]');

const KEY = 'key of a data folder';

const NOTICE: QuestionNotice = {
  ...{ reason: 'asked', run: 'heal-shop-1', kind: 'publish', form: 'approval', hash: asBlob('b'.repeat(64)) },
  ...{ summary: 'publish <1> file & more', requestedAt: '2030-01-01T10:00:00.000Z' },
  ...{ deadline: '2030-01-02T10:00:00.000Z', ifUnanswered: 'reject' },
  ...{ paths: ['src/größe.ts'], files: 1, language: 'en' },
};

interface Taken {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('channels of notices', () => {
  let server: Server;
  let address: string;
  let taken: Taken[] = [];
  let status = 200;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        taken.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
        response.writeHead(status, { location: '/elsewhere' }).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    taken = [];
    status = 200;
  });

  const send = (
    channel: NoticeChannel,
    settings: Partial<NoticeSettings>,
    publicUrl?: string,
    notice: Notice = NOTICE,
  ) =>
    createNotify({ smtp: {}, ...settings }, publicUrl, { key: KEY, redact })(
      channel,
      notice,
      'delivery-1',
      new AbortController().signal,
    );
  const refusal = async (...given: Parameters<typeof send>): Promise<KintsugiError> => {
    const error: unknown = await send(...given).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KintsugiError);
    return error as KintsugiError;
  };

  it('sign what a webhook gets, with its time', async () => {
    await send('webhook', { webhook: address, secret: 'a secret of ours' }, 'https://runs.example.org');
    const [{ headers, body } = { headers: {}, body: '' }] = taken;
    const signed = `${String(headers['x-kintsugi-timestamp'])}.${body}`;
    const wanted = createHmac('sha256', 'a secret of ours').update(signed).digest('hex');
    expect(headers['x-kintsugi-signature']).toBe(`sha256=${wanted}`);
    expect(headers['x-kintsugi-delivery']).toBe('delivery-1');
    const told = JSON.parse(body) as Notice & { url: string; subject: string };
    expect(told).toMatchObject({
      run: 'heal-shop-1',
      hash: NOTICE.hash,
      subject: 'heal-shop-1 waits for you',
    });
    const token = new URL(told.url).pathname.replace('/answer/', '');
    expect(told.url).toMatch(/^https:\/\/runs\.example\.org\/answer\//);
    expect(questionOf(token, KEY)).toEqual({ run: 'heal-shop-1', hash: NOTICE.hash });
    // One letter of what it is for, or of its signature, or another key: no such question.
    for (const at of [0, token.indexOf('.') + 1]) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(questionOf(token.slice(0, at) + other + token.slice(at + 1), KEY)).toBeUndefined();
    }
    expect(questionOf(token, 'another key')).toBeUndefined();
    expect(questionOf('', KEY)).toBeUndefined();
  });

  it('lead to the page of a run that has ended', async () => {
    const end = { outcome: 'healed', failed: false, summary: 'one more', paths: [], files: 0 };
    const notice: Notice = { ...end, reason: 'ended', run: 'nightly-2030', language: 'en' };
    await send('webhook', { webhook: address }, 'https://runs.example.org', notice);
    expect(JSON.parse(taken[0]?.body ?? '')).toMatchObject({
      ...{ reason: 'ended', subject: 'nightly-2030: healed', summary: 'one [REDACTED]' },
      url: 'https://runs.example.org/runs/nightly-2030',
    });
  });

  it('escape the marks of Slack', async () => {
    await send('slack', { slack: address });
    const { text } = JSON.parse(taken[0]?.body ?? '') as { text: string };
    expect(text).toContain('*heal-shop-1 waits for you*\npublish &lt;1&gt; file &amp; [REDACTED]');
    expect(text).toContain('kintsugi status heal-shop-1');
  });

  it('mail it, also beyond ASCII', async () => {
    const mail = await startMailServer();
    const settings = {
      email: ['ann@example.org', 'bob@example.org'],
      smtp: { server: `smtp://127.0.0.1:${mail.port}` },
    };
    await send('email', settings);
    mail.close();
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]).toMatchObject({ from: 'kintsugi@127.0.0.1', to: settings.email });
    const text = Buffer.from(mail.mails[0]?.text ?? '', 'latin1').toString();
    expect(text).toContain('Subject: heal-shop-1 waits for you');
    expect(text).toContain('src/größe.ts');
    expect(text).toContain('Message-ID: <delivery-1@kintsugi>');
  });

  it('are tried again where that may help, and given up where not', async () => {
    for (const [code, exit] of [
      [500, EXIT.infrastructure],
      [429, EXIT.infrastructure],
      [404, EXIT.usage],
    ] as const) {
      status = code;
      const error = await refusal('webhook', { webhook: address });
      expect(error.message).toContain(`refused the notice with status ${code}`);
      expect(error.exitCode).toBe(exit);
    }
    // A redirection is not followed: the notice is for this address.
    status = 302;
    expect((await refusal('webhook', { webhook: address })).exitCode).toBe(EXIT.infrastructure);
    expect(taken).toHaveLength(4);
    expect((await refusal('slack', { slack: 'http://127.0.0.1:9' })).message).toContain(
      '127.0.0.1:9 did not answer',
    );
    const mail = await startMailServer('550 not from you');
    const smtp = { server: `smtp://127.0.0.1:${mail.port}` };
    const refused = await refusal('email', { email: ['ann@example.org'], smtp });
    expect(refused.exitCode).toBe(EXIT.usage);
    // This server offers no encryption, so it gets no password.
    const login = await refusal('email', {
      email: ['ann@example.org'],
      smtp: { ...smtp, user: 'ann', password: 'secret' },
    });
    expect(login.message).toContain('did not take the mail');
    mail.close();
  });

  it('that are not set up are named with their setting', async () => {
    expect(channelsOf({ smtp: {} })).toEqual([]);
    expect(channelsOf({ webhook: 'http://x', slack: 'http://y', email: ['a@b.c'], smtp: {} })).toEqual([
      'webhook',
      'slack',
    ]);
    expect((await refusal('slack', {})).message).toContain('KINTSUGI_NOTIFY_SLACK_SECRET');
    expect((await refusal('email', { email: ['a@b.c'] })).message).toContain('KINTSUGI_SMTP');
  });
});
