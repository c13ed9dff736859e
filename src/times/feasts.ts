import { DAY_MS, nthWeekday, partsOf, wallAt, type Wall } from './wall';

/** Holidays whose date differs from year to year. */
export type Feast = 'easter' | 'thanksgiving' | LunarFeast;
type LunarFeast =
  'lunar-new-year' | 'lantern' | 'dragon-boat' | 'double-seventh' | 'mid-autumn' | 'double-ninth';

/** Month and day of the Chinese calendar. */
const LUNAR: Readonly<Record<LunarFeast, readonly [number, number]>> = {
  'lunar-new-year': [1, 1],
  lantern: [1, 15],
  'dragon-boat': [5, 5],
  'double-seventh': [7, 7],
  'mid-autumn': [8, 15],
  'double-ninth': [9, 9],
};

/** Start of a holiday in a year; undefined where no calendar knows it. */
export function feastDay(feast: Feast, year: number): Wall | undefined {
  if (feast === 'easter') return easter(year);
  if (feast === 'thanksgiving') {
    const november = { from: wallAt(year, 11, 1), to: wallAt(year, 12, 1) };
    return nthWeekday(november, 4, 4);
  }
  const [month, day] = LUNAR[feast];
  return lunarDay(year, month, day);
}

/** Easter Sunday by the Gregorian computus (Meeus). */
function easter(year: number): Wall {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const moon =
    (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const day = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - moon - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * day) / 451);
  return wallAt(year, 3, 22 + moon + day - 7 * late);
}

/** The calendar is kept for years around ours; beyond them it would be guessed. */
const KNOWN_YEARS = { from: 1900, to: 2100 };
const MOST_DAYS = 70;

function lunarDay(year: number, month: number, day: number): Wall | undefined {
  if (year < KNOWN_YEARS.from || year > KNOWN_YEARS.to) return undefined;
  // The first month begins from 21 January on; a leap month moves what comes after it by 30 days.
  let at = wallAt(year, 1, 20) + Math.floor((month - 1) * 29.5 + day - 1) * DAY_MS;
  for (let days = 0; days < MOST_DAYS; days += 1, at += DAY_MS)
    if (lunarOf(at) === `${month}/${day}`) return partsOf(at).year === year ? at : undefined;
  return undefined;
}

/** `8/15` of the Chinese calendar; a leap month has a mark of its own. */
function lunarOf(at: Wall): string {
  return new Intl.DateTimeFormat('en-u-ca-chinese', {
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(at));
}
