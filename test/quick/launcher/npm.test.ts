type Tell = (seconds: number) => void;
const { watchStill } = jest.requireActual<{ watchStill(trace: () => string, tell: Tell): () => void }>(
  '../../../scripts/lib/npm.cjs',
);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Seconds that are told of within ten minutes of an installation. */
function toldOf(trace: () => string): number[] {
  const told: number[] = [];
  const stop = watchStill(trace, (seconds) => told.push(seconds));
  jest.advanceTimersByTime(10 * 60_000);
  stop();
  return told;
}

it('an installation in which something moves, however slowly, is no standstill', () => {
  const startMs = Date.now();
  expect(toldOf(() => String(Math.floor((Date.now() - startMs) / 50_000)))).toEqual([]);
});

it('an installation in which nothing moves is told of once a minute', () => {
  const told = toldOf(() => '');
  expect(told.length).toBeGreaterThan(7);
  expect(new Set(told)).toEqual(new Set([60]));
});
