/** As much of @sinonjs/fake-timers as is used; it has no types of its own. */
declare module '@sinonjs/fake-timers' {
  type Callback = (...args: unknown[]) => unknown;
  export interface SinonClock {
    now: number;
    performance: { now(): number };
    setTimeout(run: Callback, delay: unknown): object;
    setInterval(run: Callback, delay: unknown): object;
    setImmediate(run: Callback): object;
    clearTimeout(id: number): void;
    clearInterval(id: number): void;
    clearImmediate(id: number): void;
    nextTick(run: Callback): void;
    setSystemTime(ms: number): void;
    countTimers(): number;
    tick(ms: unknown): number;
    next(): number;
    runAll(): number;
    runToLast(): number;
    runToFrame(): number;
    runMicrotasks(): void;
    tickAsync(ms: unknown): Promise<number>;
    nextAsync(): Promise<number>;
    runAllAsync(): Promise<number>;
    runToLastAsync(): Promise<number>;
    reset(): void;
  }
  export function withGlobal(global: object): { createClock(now: number, limit: number): SinonClock };
}
