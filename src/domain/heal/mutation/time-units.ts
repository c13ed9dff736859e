/** Names of times, which may be given in another unit than is meant. */
const TIME = /sec|minute|mins|hour|day|ms$|milli|micro|nano|ttl|timeout|delay|interval/i;
const FACTORS = ['* 1000', '* 60', '/ 1000', '/ 60'];

/** Code for a time in other units by its name, the likeliest first; none for what is no time. */
export function otherUnits(code: string): string[] {
  return TIME.test(code) ? FACTORS.map((factor) => `${code} ${factor}`) : [];
}
