import { createHmac } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { badInput, infrastructure } from '../domain/kintsugi-error';
import type { NoticeChannel } from '../domain/run/input';
import { noticeText, type Notice } from '../domain/run/notice';

/** Settings of the ways by which people are told. Absent: that one is not set up. */
export interface NoticeSettings {
  /** Address that gets JSON. */
  webhook?: string;
  /** Signs what the webhook gets. */
  secret?: string;
  /** Address of an incoming webhook of Slack. */
  slack?: string;
  /** Addresses of people. */
  email?: readonly string[];
  /** Sender of the mails. */
  from?: string;
  smtp: { server?: string; user?: string; password?: string };
}

/** A notice on its way. */
export interface Sending {
  notice: Notice;
  /** Page on which the question is answered; absent: a command does it. */
  url?: string;
  /** The same for each try, so that whoever gets it twice can tell. */
  delivery: string;
  signal: AbortSignal;
}

type Send = (sending: Sending) => Promise<void>;

/** Sends a notice by a channel. Throws a sentence: as bad input where another try would change nothing. */
export function sendBy(channel: NoticeChannel, settings: NoticeSettings): Send {
  const { webhook, secret, slack, email, from, smtp } = settings;
  switch (channel) {
    case 'webhook':
      return webhook === undefined ? notSetUp('KINTSUGI_NOTIFY_WEBHOOK') : toWebhook(webhook, secret);
    case 'slack':
      return slack === undefined ? notSetUp('KINTSUGI_NOTIFY_SLACK_SECRET') : toSlack(slack);
    case 'email':
      return email === undefined || smtp.server === undefined
        ? notSetUp('KINTSUGI_NOTIFY_EMAIL and KINTSUGI_SMTP')
        : byMail({ ...smtp, server: smtp.server, to: email, from });
  }
}

function notSetUp(variables: string): Send {
  throw badInput(`The worker of this run does not know where to: set ${variables} there.`);
}

/**
 * Posts the notice as JSON. With a secret it is signed as `X-Kintsugi-Signature: sha256=HEX`, the HMAC of the time in
 * `X-Kintsugi-Timestamp`, a dot and the body: a receiver refuses what is old or not signed so.
 */
function toWebhook(url: string, secret: string | undefined): Send {
  return ({ notice, url: answer, delivery, signal }) => {
    const { subject, lines } = noticeText(notice, answer);
    const body = JSON.stringify({
      version: 1,
      delivery,
      ...notice,
      url: answer,
      subject,
      text: lines.join('\n'),
    });
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signed = secret !== undefined && {
      'X-Kintsugi-Timestamp': timestamp,
      'X-Kintsugi-Signature': `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    };
    return post(url, body, { 'X-Kintsugi-Delivery': delivery, ...signed }, signal);
  };
}

/** Posts the notice as a message of Slack. Three characters are its mark-up. */
function toSlack(url: string): Send {
  return ({ notice, url: answer, signal }) => {
    const { subject, lines } = noticeText(notice, answer);
    const plain = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const text = [`*${plain(subject)}*`, ...lines.map(plain)].join('\n');
    return post(url, JSON.stringify({ text, unfurl_links: false }), {}, signal);
  };
}

/** Statuses after which another try may go well. */
const PASSING = new Set([408, 425, 429]);
const LONGEST_POST_MS = 15_000;

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const { host } = new URL(url);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'kintsugi', ...headers },
    body,
    // Whoever answers with another address could be handed what is for this one.
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_POST_MS)]),
  }).catch((error: unknown) => {
    const cause = (error as Error).cause;
    throw infrastructure(
      `${host} did not answer: ${((cause instanceof Error ? cause : error) as Error).message}`,
    );
  });
  await response.body?.cancel();
  if (response.ok) return;
  const sentence = `${host} refused the notice with status ${response.status}`;
  const mayPass = response.status >= 500 || PASSING.has(response.status);
  throw mayPass
    ? infrastructure(`${sentence}.`)
    : badInput(`${sentence}: look at its address in the settings.`);
}

interface MailSettings {
  server: string;
  user?: string;
  password?: string;
  to: readonly string[];
  from?: string;
}

/** Permanent answers of a mail server begin with this digit. */
const PERMANENT = 5;

/** Mails the notice as plain text. */
function byMail({ server, user, password, to, from }: MailSettings): Send {
  const url = new URL(server);
  const isSecure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (isSecure ? 465 : 587)),
    secure: isSecure,
    // A password goes over an encrypted line or not at all.
    ...(user !== undefined && { auth: { user, pass: password ?? '' }, requireTLS: true }),
    connectionTimeout: LONGEST_POST_MS,
    greetingTimeout: LONGEST_POST_MS,
    socketTimeout: LONGEST_POST_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ notice, url: answer, delivery, signal }) => {
    const { subject, lines } = noticeText(notice, answer);
    const close = () => transport.close();
    signal.addEventListener('abort', close);
    try {
      await transport.sendMail({
        from: from ?? `kintsugi@${url.hostname}`,
        to: [...to],
        subject,
        text: `${lines.join('\n')}\n`,
        messageId: `<${delivery}@kintsugi>`,
      });
    } catch (error) {
      const { responseCode = 0, message } = error as { responseCode?: number; message: string };
      const isPermanent = Math.floor(responseCode / 100) === PERMANENT;
      const sentence = `${url.host} did not take the mail: ${message}`;
      throw isPermanent ? badInput(sentence) : infrastructure(sentence);
    } finally {
      signal.removeEventListener('abort', close);
      transport.close();
    }
  };
}
