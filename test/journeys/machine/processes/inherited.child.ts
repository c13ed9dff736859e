import { runProcessSync } from '../../../../src/machine/processes';

const { stdout, stderr } = runProcessSync('sh', ['-c', process.argv[2] ?? ''], {
  stdio: ['ignore', 'pipe', 'pipe'],
  timeoutMs: 20_000,
});
process.stdout.write(stdout);
process.stderr.write(stderr);
