/** Exact texts of values that a number would change: decimals, and times of a day. */

/** No format has decimals of more digits behind the point. */
const MOST_DIGITS = 1_000;

/** Exact text of a decimal: `-12.345` of -12345n at scale 3. Throws for a scale that no decimal has. */
export function scaledText(value: bigint, scale: number): string {
  if (scale > MOST_DIGITS) throw new Error(`a decimal can't have ${scale} digits behind the point`);
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  const sign = value < 0n ? '-' : '';
  if (scale <= 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Digits of a second, by the unit in which a time is counted. */
const DIGITS = { SECOND: 0, MILLIS: 3, MICROS: 6, NANOS: 9 } as const;
export type TimeUnit = keyof typeof DIGITS;

const DAY_SECONDS = 86_400n;

/** Time of a day from its count since midnight: `12:34:56.789`. Null for a count that no day has. */
export function timeText(count: bigint, unit: TimeUnit): string | null {
  const digits = DIGITS[unit];
  const perSecond = 10n ** BigInt(digits);
  if (count < 0n || count >= DAY_SECONDS * perSecond) return null;
  const seconds = Number(count / perSecond);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return digits === 0 ? clock : `${clock}.${String(count % perSecond).padStart(digits, '0')}`;
}

/** A moment in ms since 1970 as ISO text, or its day alone. Null for one that no calendar has. */
export function isoText(value: unknown, isDay: boolean): string | null {
  const time = new Date(Number(value));
  if (Number.isNaN(time.getTime())) return null;
  return isDay ? time.toISOString().slice(0, 10) : time.toISOString();
}
