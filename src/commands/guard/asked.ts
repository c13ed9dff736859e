/** Questions of the program `kintsugi` in a guard, which come by a socket: no network is needed, and nothing else can be reached. */
import { chmodSync, closeSync, constants, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { ARTEFACTS } from '../../machine/paths';

/** Arguments of the program, and what a hook was told. */
export interface AskedInside {
  readonly args: readonly string[];
  readonly stdin: string;
}

/** Output of the program, and its exit code. */
export interface AnswerInside {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code: number;
}

export type AnswerTo = (asked: AskedInside) => Promise<AnswerInside>;

/** Where the command finds the program, Node for it, and the socket. */
export const INSIDE = '/run/kintsugi';
const NODE = `${INSIDE}.node`;
const SCRIPT = `${INSIDE}.js`;

/** Most characters of a question: hooks are told the path of a transcript, not the transcript. */
const MOST_CHARACTERS = 1024 * 1024;

/** Makes a folder with the program and its socket, and answers there until `close`. `shown`: what the command is to see. */
export async function answerInside(
  folder: string,
  answer: AnswerTo,
): Promise<{ shown: { source: string; target: string }[]; close(): void }> {
  const program = join(folder, 'bin', 'kintsugi');
  mkdirSync(join(folder, 'bin'), { recursive: true, mode: 0o700 });
  writeFileSync(program, `#!/bin/sh\nexec ${NODE} ${SCRIPT} "$@"\n`);
  chmodSync(program, 0o700);
  // A guard that was killed has left one.
  rmSync(join(folder, 'socket'), { force: true });
  // The path of a socket has at most 107 bytes.
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  const server = createServer({ allowHalfOpen: true }, (socket) => void converse(socket, answer));
  await listening(server, `/proc/self/fd/${fd}/socket`);
  return {
    shown: [
      { source: folder, target: INSIDE },
      { source: process.execPath, target: NODE },
      { source: ARTEFACTS.insideGuard, target: SCRIPT },
    ],
    close: () => {
      server.close();
      closeSync(fd);
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

/** Whatever is asked in there is untrusted: what can't be read is no question. */
async function converse(socket: Socket, answer: AnswerTo): Promise<void> {
  socket.on('error', () => socket.destroy());
  try {
    let given = '';
    for await (const chunk of socket.setEncoding('utf8')) {
      given += String(chunk);
      if (given.length > MOST_CHARACTERS) return void socket.destroy();
    }
    const { args, stdin } = JSON.parse(given) as Partial<AskedInside>;
    if (!Array.isArray(args) || !args.every((one) => typeof one === 'string')) return void socket.destroy();
    socket.end(JSON.stringify({ stdout: '', stderr: '', ...(await answer({ args, stdin: String(stdin) })) }));
  } catch {
    socket.destroy();
  }
}
