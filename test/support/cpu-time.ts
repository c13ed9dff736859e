/** Time of the processor that `work` takes of this thread, ms: other programs on the machine don't make it longer. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
