/** Parts of `process` that packages in libraries use: ticks that a test's fake clock does not hold up. */
export const env = {};

export function nextTick(callback: (...args: unknown[]) => unknown, ...args: unknown[]): void {
  sandboxHost.nextTick(callback, args);
}
