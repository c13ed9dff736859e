import { spawnSync } from 'node:child_process';
import { timed, withinSeconds } from '../../../../src/repair/commands/trials/script';

const hasTimeout =
  spawnSync('sh', ['-c', 'command -v timeout && date +%s%N | grep -q "^[0-9]*$"']).status === 0;

/** Prints what is left of 60 s after a command, and the exit code of that command. */
function limitAfter(command: string): { seconds: number; code: string | undefined } {
  const lines = [withinSeconds(60_000), ...timed(command, 60_000), 'echo "$? $within_s"'];
  const [code, seconds] = spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' })
    .stdout.trim()
    .split(' ');
  return { code, seconds: Number(seconds) };
}

(hasTimeout ? describe : describe.skip)('the limit of time by a first command', () => {
  it('is ten times what that took and a second more', () => {
    const { seconds } = limitAfter('sleep 0.2');
    expect(seconds).toBeGreaterThanOrEqual(3);
    expect(seconds).toBeLessThan(30);
  });

  it('leaves the exit code of the command', () => {
    expect(limitAfter('(exit 3)').code).toBe('3');
  });

  it('ends what takes longer, and tells that it was lower than the usual one', () => {
    const lines = [withinSeconds(60_000), ...timed('true', 60_000), 'within sleep 50', 'echo $?'];
    expect(spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' }).stdout.trim()).toBe('125');
  });

  it('is never longer than it was', () => {
    const lines = [withinSeconds(1_200), ...timed('sleep 0.5', 1_200), 'echo $within_s'];
    expect(spawnSync('sh', ['-c', lines.join('\n')], { encoding: 'utf8' }).stdout.trim()).toBe('1.2');
  });
});
