import { touchedPaths } from '../../files/touched-paths';
import type { TreeDiff } from '../../files/workspace';
import type { Decision } from './rule';

/** An act that a run is about to do, as rules see it. */
export interface Act {
  /** A tool of Kintsugi (`publish`, `command`), or one of the user's: `mcp:mail/send`. */
  tool: string;
  /** As `sh -c` takes it. */
  command?: string;
  /** Files that it changes, from the root of the project. */
  paths?: readonly string[];
  /** Files that it changes besides `paths`, which are too many to be listed. */
  morePaths?: number;
  mode?: string;
}

/** The files of a change as rules see them. */
export function filesOf({ files, fileCount }: TreeDiff): Required<Pick<Act, 'paths' | 'morePaths'>> {
  return { paths: touchedPaths(files), morePaths: fileCount - files.length };
}

export interface AskedAct extends Act {
  /** `send the report to ann@example.org` */
  summary: string;
  /** People approved it with what it is a part of: only a rule that denies it counts. */
  approved?: true;
}

/** A kind of act, and what holds for it where no rule says anything. */
export interface ActKind {
  otherwise: Decision;
  /** Decision on a command that can't be read; absent: as rules that may mean it say. */
  unreadable?: Decision;
  /** It is a part of other acts, so that an approval level says nothing about it. */
  isPart?: true;
}

/** Tools of Kintsugi. All but `publish` and `commit` work on trees and in sandboxes. */
export const TOOLS: Readonly<Record<string, ActKind>> = {
  publish: { otherwise: 'ask' },
  commit: { otherwise: 'ask' },
  plan: { otherwise: 'allow' },
  step: { otherwise: 'allow' },
  execute: { otherwise: 'allow' },
  proposal: { otherwise: 'ask' },
  repair: { otherwise: 'allow' },
  edit: { otherwise: 'allow', isPart: true },
  change: {
    otherwise: 'allow',
    isPart: true,
  },
  check: { otherwise: 'allow', isPart: true },
  'suggested-check': { otherwise: 'allow', isPart: true },
  command: {
    otherwise: 'allow',
    unreadable: 'ask',
  },
  'unisolated-command': {
    otherwise: 'allow',
    isPart: true,
  },
};

const OTHER: ActKind = {
  otherwise: 'ask',
  unreadable: 'ask',
};

/** The kind of an act by its tool: one that is not Kintsugi's own is the user's. */
export function kindOf(tool: string): ActKind {
  return (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined) ?? OTHER;
}
