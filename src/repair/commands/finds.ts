import { signsOf } from '../../domain/signs/edit-signs';
import { editKey } from '../search/mutation';
import type { Extent } from '../search/merit';
import { timeAfterFind, type Doubt } from '../search/budget';
import { editedText } from '../mutation/compare';
import type { Fix } from '../mutation/trials';
import type { Mutant } from './make-mutants';
import { hasLeader, isInDoubt, type Edited, type Found } from './merit';

/** Repairs that a search has found so far, and the time that it has left. */
export class Finds {
  readonly found: Found[] = [];
  private triedSoFar = 0;
  private brokenSoFar = 0;
  private endMs: number;
  /** When the search ends whatever is found. */
  private readonly lastMs: number;
  private readonly startedMs = performance.now();
  private firstMs: number | undefined;
  private readonly seen = new Set<string>();

  /** `isApart`: groups of failing tests are looked at apart, so that an edit for one of them may not be the best. */
  constructor(
    private readonly given: {
      leftMs: number;
      most: number;
      isApart: boolean;
      /** Edits for all failing tests that are still to be tried. */
      untried(): readonly Mutant[];
      /** Edits that pass the failing tests and are still to be verified. */
      unverified(): readonly Edited[];
      onTried(count: number): void;
    },
  ) {
    this.lastMs = this.startedMs + given.leftMs;
    this.endMs = this.lastMs;
  }

  get tried(): number {
    return this.triedSoFar;
  }

  get leftMs(): number {
    // A slow command tries few others in the time after a find, which then says little.
    const isOpen = this.isMet && isInDoubt(this.found, this.left);
    return (isOpen ? this.lastMs : this.endMs) - performance.now();
  }

  /** Edits that are left to be verified, and how far the search has gone. */
  get left(): { unverified: readonly Edited[]; extent: Extent } {
    const tried = this.triedSoFar - this.brokenSoFar;
    return { unverified: this.given.unverified(), extent: { tried, untried: this.given.untried() } };
  }

  /** True where a repair is found that could be the end of the search. */
  get isMet(): boolean {
    return this.found.some(({ fix, signs }) => fix.green && signs.length === 0);
  }

  /** Repairs with signs against them do not keep others out. */
  get isFull(): boolean {
    const { most } = this.given;
    const unsigned = this.found.filter(({ signs }) => signs.length === 0);
    return unsigned.length >= most || this.found.length >= 3 * most;
  }

  get isOver(): boolean {
    return this.isFull || this.leftMs <= 0;
  }

  /** An edit that mends all failing tests may come after one that mends a group. */
  private get doubtOfPart(): Doubt {
    return this.given.isApart ? 'signs' : 'none';
  }

  /** `broken`: those among the tried that broke the build. */
  count(tried: number, broken = 0): void {
    this.triedSoFar += tried;
    this.brokenSoFar += broken;
    this.given.onTried(this.triedSoFar);
  }

  /** True for the first time that an edit is to be confirmed: others that look for the same find it too. */
  isNew(mutant: Mutant): boolean {
    const key = editKey(mutant);
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  /** After a find that leads the search goes on for a little, for rivals; without one for longer, since it would end with a question. */
  add(fix: Fix, mutant: Mutant, text: string): void {
    const nowMs = performance.now();
    const isFirst = this.firstMs === undefined;
    const hadLeader = hasLeader(this.found);
    this.firstMs ??= nowMs;
    this.found.push({ fix, ...editedOf(mutant, text) });
    const leads = hasLeader(this.found);
    const isPartial = !this.found.some((one) => one.fix.green);
    if (!isFirst && (isPartial || (leads && hadLeader))) return;
    const fromMs = leads ? nowMs : this.firstMs;
    const isSigned = this.found.every((one) => one.signs.length > 0);
    const doubt = leads ? 'none' : isPartial ? this.doubtOfPart : isSigned ? 'signs' : 'rivals';
    const endMs = fromMs + timeAfterFind(fromMs - this.startedMs, doubt);
    this.endMs = Math.min(this.lastMs, endMs);
  }
}

/** An edit as text, with the signs against it. */
export function editedOf(mutant: Mutant, text: string): Edited {
  const edited = editedText(mutant, text);
  return { mutant, edited, signs: signsOf(edited) };
}
