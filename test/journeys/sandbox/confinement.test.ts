import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createKit } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** Children of this process that run the sandbox. */
function childPids(): number[] {
  return readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .map(Number)
    .filter((pid) => pid > 0 && commandOf(pid).some((part) => part.endsWith('child.cjs')));
}

function commandOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
}

/** Soft limit of a process, as /proc names it. */
function limitOf(pid: number, name: string): string | undefined {
  const line = readFileSync(`/proc/${pid}/limits`, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(name));
  return line?.slice(name.length).trim().split(/\s+/)[0];
}

onLinux('a child of the sandbox, as the system sees it', () => {
  let kit: Kit;
  let pids: number[];

  beforeAll(async () => {
    kit = createKit();
    await kit.tests(`it('is there', () => {});`);
    for (let tries = 0; tries < 100 && childPids().length === 0; tries++) await delay(50);
    pids = childPids();
    expect(pids.length).toBeGreaterThan(0);
  });
  afterAll(() => kit.close());

  it('has no environment, and may read few files and write none', () => {
    for (const pid of pids) {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8').replaceAll('\0', '')).toBe('');
      const command = commandOf(pid);
      expect(command).toContain('--permission');
      expect(command.filter((part) => /^--allow-(?!addons|fs-read=.)/.test(part))).toEqual([]);
      for (const part of command.filter((text) => text.startsWith('--allow-fs-read=')))
        expect(part).toMatch(/isolated-vm|node-gyp-build|typescript|child\.cjs|\.js$|alpine-release/);
    }
  });

  it('has limits of its own: no core file, no written file, few descriptors, bounded data', () => {
    for (const pid of pids) {
      expect(limitOf(pid, 'Max core file size')).toBe('0');
      expect(limitOf(pid, 'Max file size')).toBe('0');
      expect(limitOf(pid, 'Max open files')).toBe('64');
      expect(Number(limitOf(pid, 'Max data size'))).toBe(2_500_000 * 1024);
    }
  });

  const canUnshare = spawnSync('unshare', ['-rn', 'true'], { stdio: 'ignore' }).status === 0;
  (canUnshare ? it : it.skip)('has a network of its own, with nothing in it', () => {
    for (const pid of pids) {
      expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
      const routes = readFileSync(`/proc/${pid}/net/route`, 'utf8').trim().split('\n').slice(1);
      expect(routes).toEqual([]);
    }
  });
});
