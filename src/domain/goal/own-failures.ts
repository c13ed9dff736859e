import { baseName, joinPath, parentPath } from '../files/paths';
import { takesItems, type CallArgs } from './call-pattern';
import type { ToolOutcome } from './outcome';
import { findPlace, treePath } from './places';
import type { GoalTool } from './tool-args';

export interface EndedCall {
  tool: GoalTool;
  args: CallArgs;
  outcome: ToolOutcome;
  ok: boolean;
}

/** Tools that take things from their paths. */
const TAKES: ReadonlySet<GoalTool> = new Set(['move', 'rename', 'delete']);
/** Tools that leave things at a path. */
const LEAVES: ReadonlySet<GoalTool> = new Set([
  'make_folder',
  'move',
  'copy',
  'rename',
  'write',
  'run',
  'code',
]);

/**
 * Calls, oldest first, whose failure says nothing of tool and path: the run itself had moved or made what they work on, its plan
 * was wrong about that, or the folders changed meanwhile.
 */
export function ownFailures(roots: readonly string[], calls: readonly EndedCall[]): ReadonlySet<EndedCall> {
  const own = new Set<EndedCall>();
  const touched = new Set<string>();
  for (const call of calls) {
    if (!call.ok && isOwn(roots, call, touched)) own.add(call);
    for (const path of touchedBy(call)) {
      const at = inTree(roots, path);
      if (at !== undefined) touched.add(at);
    }
  }
  return own;
}

function isOwn(
  roots: readonly string[],
  { args, outcome }: EndedCall,
  touched: ReadonlySet<string>,
): boolean {
  const failed = outcome.items.filter(({ ok }) => !ok);
  // Nothing of the call itself went wrong: its change could not be written.
  if (failed.length === 0 && outcome.problem === undefined) return true;
  if (outcome.items.length === 0) return takesItems(args);
  return failed.every(({ path }) => {
    const at = inTree(roots, path);
    const target = inTree(roots, targetOf(path, args));
    return (at !== undefined && isWithin(at, touched)) || (target !== undefined && touched.has(target));
  });
}

/** Path that an item was to have. */
function targetOf(path: string, { to, name }: CallArgs): string {
  const named = typeof name === 'string' ? name : baseName(path);
  return joinPath(typeof to === 'string' ? to : parentPath(path), named);
}

/** Paths from which a call took something, or where it left something or was to. */
function touchedBy({ tool, args, outcome, ok }: EndedCall): string[] {
  if (!ok) return plannedBy(tool, args);
  return outcome.items
    .filter((item) => item.ok)
    .flatMap((item) => [
      ...(TAKES.has(tool) ? [item.path] : []),
      ...(LEAVES.has(tool) ? [item.to ?? item.path] : []),
    ]);
}

/** Paths that a call which failed was to make: later steps count on them. */
function plannedBy(tool: GoalTool, { path, to, out }: CallArgs): string[] {
  const planned = tool === 'make_folder' || tool === 'write' ? path : tool === 'code' ? out : to;
  return LEAVES.has(tool) && typeof planned === 'string' && planned !== '.' ? [planned] : [];
}

function inTree(roots: readonly string[], path: string): string | undefined {
  const place = findPlace(roots, path);
  return 'problem' in place ? undefined : treePath(place);
}

function isWithin(path: string, tops: ReadonlySet<string>): boolean {
  for (let at = path; at !== ''; at = parentPath(at)) if (tops.has(at)) return true;
  return false;
}
