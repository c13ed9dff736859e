import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A mail as a server took it. */
export interface Mail {
  from: string;
  to: string[];
  /** Head and body, unfolded and decoded where they were quoted. */
  text: string;
}

/** A mail server on loopback that keeps what it takes. `refuse`: its answer to each sender, like `550 no`. */
export async function startMailServer(
  refuse?: string,
): Promise<{ port: number; mails: Mail[]; close(): void }> {
  const mails: Mail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, mails, refuse);
  });
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, mails, close };
}

function serve(socket: Socket, mails: Mail[], refuse: string | undefined): void {
  let mail: Mail = { from: '', to: [], text: '' };
  let data: string[] | undefined;
  let rest = '';
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const take = (line: string): void => {
    if (data) {
      if (line !== '.') return void data.push(line.replace(/^\.\./, '.'));
      mails.push({ ...mail, text: unquoted(data.join('\n')) });
      mail = { from: '', to: [], text: '' };
      data = undefined;
      return void answer('250 taken');
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/);
    if (verb === 'EHLO' || verb === 'HELO') answer('250 mail.test');
    else if (verb === 'MAIL') {
      mail.from = line.replace(/^.*<(.*)>.*$/, '$1');
      answer(refuse ?? '250 ok');
    } else if (verb === 'RCPT') {
      mail.to.push(line.replace(/^.*<(.*)>.*$/, '$1'));
      answer('250 ok');
    } else if (verb === 'DATA') {
      data = [];
      answer('354 go on');
    } else if (verb === 'QUIT') {
      answer('221 bye');
      socket.end();
    } else answer('250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  });
  answer('220 mail.test');
}

function unquoted(text: string): string {
  return text
    .replace(/\n[ \t]/g, ' ')
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
