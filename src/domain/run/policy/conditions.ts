import { compileGlob } from '../../files/globs';
import { checkPath } from '../../files/paths';
import type { Certainty, Decision } from './decision';
import type { RuleText } from './rule';
import type { CommandPart } from './shell/command-parts';
import { isExactly, mayBe, type Prefix } from './shell/match-prefix';
import { readShell } from './shell/read-shell';

/** One thing that an act does: it is judged by itself. */
export interface Part {
  tool: string;
  mode?: string;
  /** Absent: it runs none, or one that can't be read. */
  command?: CommandPart;
  /** What is written of the command. */
  text?: string;
  /** A command that can't be read: any rule about commands may mean it. */
  isUnread?: boolean;
  path?: string;
  /** A path that is not told, or that is none: any rule about paths may mean it. */
  isUntold?: boolean;
}

/** True, false or unknown for a part of an act. */
export type Condition = (part: Part) => Certainty;

/** Conditions of a rule. An allowance takes no "maybe", so it is matched narrowly and all else widely. */
export function conditionsOf(
  rule: Pick<RuleText, 'tool' | 'command' | 'path' | 'mode' | 'decision'>,
): Condition[] {
  const { tool, command, path, mode, decision } = rule;
  return [
    ...(tool === undefined ? [] : [byTool(tool)]),
    ...(mode === undefined ? [] : [byMode(mode)]),
    ...(command === undefined ? [] : [byCommand(prefixOf(command) ?? [], decision)]),
    ...(path === undefined ? [] : [byPath(path)]),
  ];
}

/** The words of a rule's command; undefined where it is more than plain words. */
export function prefixOf(command: string): Prefix | undefined {
  const { commands, fed, problem } = readShell(command);
  const [first, ...others] = commands;
  const isPlain = problem === undefined && fed.length === 0 && others.length === 0 && first?.plain === true;
  return isPlain && first.words.every(({ sure }) => sure) ? first.words.map(({ text }) => text) : undefined;
}

/** The condition of all at once. */
export function allOf(conditions: readonly Condition[]): Condition {
  return (part) => {
    let sure: Certainty = 'yes';
    for (const holds of conditions) {
      const one = holds(part);
      if (one === 'no') return 'no';
      if (one === 'maybe') sure = 'maybe';
    }
    return sure;
  };
}

function byTool(pattern: string): Condition {
  const isOpen = pattern.endsWith('*');
  const stem = isOpen ? pattern.slice(0, -1) : pattern;
  return ({ tool }) => ((isOpen ? tool.startsWith(stem) : tool === stem) ? 'yes' : 'no');
}

function byMode(wanted: string): Condition {
  return ({ mode }) => (mode?.toLowerCase() === wanted.toLowerCase() ? 'yes' : 'no');
}

function byCommand(prefix: Prefix, decision: Decision): Condition {
  return ({ command, isUnread }) => {
    if (isUnread) return 'maybe';
    if (!command) return 'no';
    if (decision === 'allow') return isExactly(prefix, command) ? 'yes' : 'no';
    return mayBe(prefix, command);
  };
}

function byPath(glob: string): Condition {
  const { matches } = compileGlob(glob, { dot: true });
  return ({ path, isUntold }) => {
    if (isUntold) return 'maybe';
    if (path === undefined) return 'no';
    if (matches(path)) return 'yes';
    // One that leads out of the project, or is too long to be matched.
    return checkPath(path) ? 'maybe' : 'no';
  };
}
