import type { Day } from './dates';
import { overlaps, type Stay } from './stay';

/** One room and who stays in it when. */
export class Room {
  private readonly stays: Stay[] = [];

  constructor(
    readonly number: number,
    /** Price of an ordinary night. */
    readonly rate: number,
  ) {}

  isFree(from: Day, to: Day): boolean {
    return !this.stays.some((stay) => overlaps(stay, { guest: '', from, to }));
  }

  book(stay: Stay): void {
    if (stay.to <= stay.from) throw new RangeError('a stay needs at least one night');
    if (!this.isFree(stay.from, stay.to)) throw new Error(`room ${this.number} is taken`);
    this.stays.push(stay);
  }

  /** Who sleeps here that night; undefined when nobody does. */
  guestOn(night: Day): string | undefined {
    const stay = this.stays.find((candidate) => candidate.from <= night && night < candidate.to);
    return stay.guest;
  }
}
