/**
 * Times at which a run is searched for changes of built-ins, globals and shared modules: once it is loaded, after its
 * tests, and at its end. A search takes as long as half a small test. If searches have taken more than a small part of
 * the run, some tests go without; no program can tell which.
 */
import type { RuntimeEvent } from '../runtime-protocol';

/** Part of the run's time that looks may take. */
const PART = 0.02;

/** Chance of a look after a test, where there is time for one. */
const CHANCE = 0.5;

/** Tests in the beginning that are each followed by a look. */
const ALL_OF = 4;

export class Looks {
  private readonly started = performance.now();
  private spentMs = 0;
  private tests = 0;
  private loaded = false;

  /** True where a look is due after these events. */
  wanted(events: readonly RuntimeEvent[]): boolean {
    const first = !this.loaded && events.some(({ e }) => e === 'collected');
    this.loaded ||= first;
    if (first || events.some(({ e }) => e === 'end')) return true;
    if (!events.some(({ e }) => e === 'test')) return false;
    this.tests++;
    if (this.tests <= ALL_OF) return true;
    return this.spentMs < (performance.now() - this.started) * PART && Math.random() < CHANCE;
  }

  took(ms: number): void {
    this.spentMs += ms;
  }
}
