/**
 * Plays cases side by side, some at a time, each in one of the lanes, which have what a case may not share. They start with
 * the first call; each call resolves when its case has ended. For cases that mostly wait, such as for a server to notice that a worker
 * is gone.
 */
export function inLanes<Case, Lane>(
  cases: readonly Case[],
  lanes: () => readonly Lane[],
  play: (one: Case, lane: Lane) => Promise<void>,
): (one: Case) => Promise<void> {
  let played: Map<Case, Promise<void>> | undefined;
  const begin = (): Map<Case, Promise<void>> => {
    const own = lanes();
    const ends = own.map(() => Promise.resolve());
    return new Map(
      cases.map((one, index) => {
        const lane = index % own.length;
        const ended = (ends[lane] ?? Promise.resolve()).then(() => play(one, own[lane] as Lane));
        // It may fail before the test that waits for it begins.
        ends[lane] = ended.catch(() => undefined);
        return [one, ended];
      }),
    );
  };
  return async (one) => {
    played ??= begin();
    await played.get(one);
  };
}
