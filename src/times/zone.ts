import type { Wall } from './wall';
import { MINUTE_MS } from './wall';

/** The time zone of this machine. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Reading of the clocks of a zone at an instant. */
export function wallOf(instant: number, timeZone: string): Wall {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const isBefore = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const date = new Date(0);
  date.setUTCFullYear(isBefore ? 1 - of('year') : of('year'), of('month') - 1, of('day'));
  date.setUTCHours(of('hour'), of('minute'), of('second'));
  return date.getTime();
}

/** ISO 8601 with the zone's offset: `2016-11-06T00:00:00+09:00`. A time that a change of clocks leaves out moves on. */
export function isoOf(wall: Wall, timeZone: string): string {
  const guess = wall - offsetAt(wall, timeZone);
  const offset = offsetAt(guess, timeZone);
  const minutes = Math.round(offset / MINUTE_MS);
  const sign = minutes < 0 ? '-' : '+';
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const shown = new Date(wall).toISOString().slice(0, 19);
  return `${shown}${sign}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

function offsetAt(instant: number, timeZone: string): number {
  return wallOf(instant, timeZone) - Math.floor(instant / 1000) * 1000;
}
