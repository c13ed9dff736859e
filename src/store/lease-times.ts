/** A lease younger than this is not written again. The shortest grace of a collection is several times as long. */
export const LEASE_FRESH_MS = 10 * 60_000;
/** A collection with a shorter grace could take what an activity has put and not named yet. */
export const SHORTEST_GRACE_MS = 60 * 60_000;
