import { touchedPaths } from '../../files/touched-paths';
import type { TreeDiff } from '../../files/workspace';
import type { Decision } from './decision';

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
  /** Mode of the run. */
  mode?: string;
}

/** The files of a change as rules see them. */
export function filesOf({ files, fileCount }: TreeDiff): Required<Pick<Act, 'paths' | 'morePaths'>> {
  return { paths: touchedPaths(files), morePaths: fileCount - files.length };
}

/** An act with the words that people are asked about it in. */
export interface AskedAct extends Act {
  /** `send the report to ann@example.org` */
  summary: string;
  /** People approved it with what it is a part of: only a rule that denies it counts. */
  approved?: true;
}

/** A kind of act, and what holds for it where no rule says anything. */
export interface ActKind {
  does: string;
  otherwise: Decision;
  /** Decision on a command that can't be read; absent: as rules that may mean it say. */
  unreadable?: Decision;
  /** It is a part of other acts, so that an approval level says nothing about it. */
  isPart?: true;
}

/** Tools of Kintsugi. All but `publish` and `commit` work on trees and in sandboxes. */
export const TOOLS: Readonly<Record<string, ActKind>> = {
  publish: { does: 'writes the change to your directory', otherwise: 'ask' },
  commit: { does: 'commits changes to your git repository', otherwise: 'ask' },
  plan: { does: 'carries out a plan on the tree of your folders', otherwise: 'allow' },
  step: { does: 'carries out a step of a plan on the tree of your folders', otherwise: 'allow' },
  execute: { does: "carries out your request on the run's tree", otherwise: 'allow' },
  proposal: { does: 'takes a written proposal as the ground of later work', otherwise: 'ask' },
  repair: { does: "looks for a repair of the run's tree", otherwise: 'allow' },
  edit: { does: "edits a file of the run's tree to make checks pass", otherwise: 'allow', isPart: true },
  change: {
    does: "edits a file of the run's tree to carry out your request",
    otherwise: 'allow',
    isPart: true,
  },
  check: { does: 'runs a check that you gave, in the sandbox', otherwise: 'allow', isPart: true },
  'suggested-check': { does: 'runs a check of a model, in the sandbox', otherwise: 'allow', isPart: true },
  command: {
    does: "runs a command on a copy of the run's tree, in the sandbox",
    otherwise: 'allow',
    unreadable: 'ask',
  },
  'unisolated-command': {
    does: 'runs a command without isolation, where --allow-unsandboxed is given',
    otherwise: 'allow',
    isPart: true,
  },
};

const OTHER: ActKind = {
  does: 'calls a tool of yours, which may change anything',
  otherwise: 'ask',
  unreadable: 'ask',
};

/** The kind of an act by its tool: one that is not Kintsugi's own is the user's. */
export function kindOf(tool: string): ActKind {
  return (Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined) ?? OTHER;
}
