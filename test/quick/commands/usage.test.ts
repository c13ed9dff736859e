import { usageInside, usageOfMarked } from '../../../src/commands/process-group';

const itOnLinux = process.platform === 'linux' ? it : it.skip;

itOnLinux(
  'a sandbox that has no root of its own yet is not charged with all processes of the machine',
  () => {
    expect(usageInside(process.pid)).toBeUndefined();
  },
);

itOnLinux('a sandbox that has ended takes nothing', () => {
  expect(usageInside(2 ** 22 + 1)).toBeUndefined();
  expect(usageOfMarked('no-such-mark')).toEqual({ processes: 0, memoryBytes: 0 });
});
