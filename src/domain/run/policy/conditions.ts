import { compileGlob } from '../../files/globs';
import { checkPath } from '../../files/paths';
import { weaker, type Certainty, type Decision } from './decision';
import type { RuleText } from './rule';
import type { CommandPart } from './shell/command-parts';
import { isExactly, mayBe, type Prefix } from './shell/match-prefix';
import { readShell } from './shell/read-shell';

/** One thing that an act does: it is decided on by itself. */
export interface Part {
  /** Absent: it runs none, or one that can't be read. */
  command?: CommandPart;
  /** The command as it was written. */
  text?: string;
  /** A command that can't be read: any rule about commands may mean it. */
  isUnread?: boolean;
  path?: string;
  /** A path that is not told, or that is none: any rule about paths may mean it. */
  isUntold?: boolean;
}

/** True, false or unknown for a part of an act. */
export type Condition = (part: Part) => Certainty;

/** True if a rule speaks of acts of this tool in this mode at all. */
export type Concern = (act: { tool: string; mode?: string }) => boolean;

/** The conditions of a rule that are the same for all parts of an act. */
export function concernOf({ tool, mode }: Pick<RuleText, 'tool' | 'mode'>): Concern {
  const isMeant = toolMatcher(tool);
  const wanted = mode?.toLowerCase();
  return (act) => isMeant(act.tool) && (wanted === undefined || act.mode?.toLowerCase() === wanted);
}

/** The conditions on a part. An allowance takes no "maybe", so it is matched narrowly and all else widely. */
export function conditionOf({
  command,
  path,
  decision,
}: Pick<RuleText, 'command' | 'path' | 'decision'>): Condition {
  const ofCommand = command === undefined ? always : byCommand(prefixOf(command) ?? [], decision);
  const ofPath = path === undefined ? always : byPath(path);
  return (part) => {
    const found = ofCommand(part);
    return found === 'no' ? found : weaker(found, ofPath(part));
  };
}

const always: Condition = () => 'yes';

/** The words of a rule's command; undefined where it is more than plain words. */
export function prefixOf(command: string): Prefix | undefined {
  const { commands, fed, problem } = readShell(command);
  const [first, ...others] = commands;
  const isPlain = problem === undefined && fed.length === 0 && others.length === 0 && first?.plain === true;
  return isPlain && first.words.every(({ sure }) => sure) ? first.words.map(({ text }) => text) : undefined;
}

function toolMatcher(pattern: string | undefined): (tool: string) => boolean {
  if (pattern === undefined) return () => true;
  if (!pattern.endsWith('*')) return (tool) => tool === pattern;
  const stem = pattern.slice(0, -1);
  return (tool) => tool.startsWith(stem);
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
