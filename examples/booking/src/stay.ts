import { addDays, daysBetween, type Day } from './dates';

export interface Stay {
  guest: string;
  from: Day;
  /** Day of departure: its night is not part of the stay. */
  to: Day;
}

/** The nights of a stay, one by one. */
export function nightsOf(stay: Stay): Day[] {
  const nights: Day[] = [];
  for (let index = 0; index <= daysBetween(stay.from, stay.to); index += 1) {
    nights.push(addDays(stay.from, index));
  }
  return nights;
}

/** Two stays overlap when they share a night. */
export function overlaps(a: Stay, b: Stay): boolean {
  return a.from < b.to && b.from < a.to;
}
