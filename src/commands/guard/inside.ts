/** The program `kintsugi` in a guard: hands what it is asked to the guard outside. It stands alone there, so it imports Node only. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** Where a guard shows its socket. */
const SOCKET = '/run/kintsugi/socket';

async function ask(): Promise<void> {
  const args = process.argv.slice(2);
  // Only hooks are told anything.
  const stdin = args[0] === 'hooks' && !process.stdin.isTTY ? await text(process.stdin) : '';
  const socket = connect(SOCKET);
  socket.end(JSON.stringify({ args, stdin }));
  const answer = JSON.parse(await text(socket)) as { stdout: string; stderr: string; code: number };
  process.stdout.write(answer.stdout);
  process.stderr.write(answer.stderr);
  process.exitCode = answer.code;
}

ask().catch(() => {
  process.stderr.write('kintsugi: the guard outside does not answer any more.\n');
  process.exitCode = 3;
});
