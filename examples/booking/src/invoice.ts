import { isWeekendNight } from './dates';
import type { Room } from './room';
import { nightsOf, type Stay } from './stay';

const WEEKEND_FACTOR = 1.2;
const LONG_STAY_NIGHTS = 7;
const LONG_STAY_FACTOR = 0.9;

/** Price of a stay: weekend nights are dearer, a week and more is cheaper. Rounded to cents. */
export function priceOf(room: Room, stay: Stay): number {
  const nights = nightsOf(stay);
  const full = nights.reduce((sum, night) => sum + room.rate * (isWeekendNight(night) ? WEEKEND_FACTOR : 1), 0);
  const price = nights.length >= LONG_STAY_NIGHTS ? full * LONG_STAY_FACTOR : full;
  return Math.round(price * 100) / 100;
}
