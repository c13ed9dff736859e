/** Words of names for times, which may be given in another unit than is meant. */
const TIME =
  /^(?:ms|ttl|(?:milli|micro|nano)?sec(?:ond)?s?|millis|micros|nanos|mins|minutes?|hours?|days?|timeouts?|delays?|intervals?)$/;
const FACTORS = ['* 1000', '* 60', '/ 1000', '/ 60'];

/** Code for a time in other units by its name, the likeliest first; none for what is no time. */
export function otherUnits(code: string): string[] {
  const words = code.match(/[A-Z]{1,9}(?![a-z])|[A-Z]?[a-z]{1,40}/g) ?? [];
  return words.some((word) => TIME.test(word.toLowerCase()))
    ? FACTORS.map((factor) => `${code} ${factor}`)
    : [];
}
