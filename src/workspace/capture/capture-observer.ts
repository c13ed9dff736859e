import type { HeavyFolder } from '../../domain/files/heavy-folders';
import type { TreeEntry } from '../../store';

/** Reason why a path is not captured, other than a rule for heavy folders. */
export type LeftKind = 'special' | 'unreadable' | 'long-path' | 'own-data' | 'unfinished';

/** Path that a capture leaves out. Folders that were not entered end in a slash. */
export type LeftOut =
  { path: string; kind: LeftKind; reason: string } | { path: string; kind: 'heavy'; rule: HeavyFolder };

/** Observer of a capture: hears of each path that is taken or left out. */
export interface CaptureObserver {
  /** A folder with all that is captured of it, by name; the root is the empty path. Comes after what is below it. */
  captured(path: string, entries: readonly TreeEntry[]): void;
  left(out: LeftOut): void;
}
