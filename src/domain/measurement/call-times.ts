/** Function in a profile. */
export interface Frame {
  readonly name: string;
  /** Relative to the project where it is one of its own; '' for code of the engine. */
  readonly file: string;
  /** From 1; 0 where there is none. */
  readonly line: number;
  /** True for code of the project itself: neither the engine's nor a dependency's. */
  readonly isOwn: boolean;
}

export interface CallNode {
  readonly id: string;
  readonly frame: Frame;
  /** Time in the function itself, ms. */
  readonly selfMs: number;
  readonly children: readonly string[];
}

/** Time of one function over a whole profile. */
export interface FunctionTime extends Frame {
  readonly selfMs: number;
  /** With all that it called, ms; a recursion counts once. */
  readonly totalMs: number;
  /** Part of the busy time that it spent itself, 0 to 1. */
  readonly share: number;
}

/** Times of the functions of a tree of calls: those of the project first, each part by its own time. */
export function functionTimes(
  nodes: readonly CallNode[],
  isResting: (frame: Frame) => boolean = () => false,
): readonly FunctionTime[] {
  const times = new Map<string, { frame: Frame; selfMs: number; totalMs: number }>();
  const add = (frame: Frame, selfMs: number, totalMs: number): void => {
    const key = keyOf(frame);
    const time = times.get(key) ?? { frame, selfMs: 0, totalMs: 0 };
    times.set(key, { frame, selfMs: time.selfMs + selfMs, totalMs: time.totalMs + totalMs });
  };
  for (const { frame, selfMs, totalMs } of withTotals(nodes)) add(frame, selfMs, totalMs);
  const all = [...times.values()].filter(({ frame }) => !isResting(frame));
  return timesOf(all.map(({ frame, ...time }) => ({ ...frame, ...time })));
}

/** Times with their shares, in the order in which people look at them. */
export function timesOf(times: readonly Omit<FunctionTime, 'share'>[]): readonly FunctionTime[] {
  const busyMs = times.reduce((sum, { selfMs }) => sum + selfMs, 0);
  return times
    .filter(({ totalMs }) => totalMs > 0)
    .map((time) => ({ ...time, share: busyMs === 0 ? 0 : time.selfMs / busyMs }))
    .sort(
      (one, other) =>
        Number(other.isOwn) - Number(one.isOwn) ||
        other.selfMs - one.selfMs ||
        other.totalMs - one.totalMs ||
        (keyOf(one) < keyOf(other) ? -1 : 1),
    );
}

function keyOf({ name, file, line }: Frame): string {
  return `${file}:${line}:${name}`;
}

/** Visits of a walk over the tree: a node is entered, and left once all below it is counted. */
type Visit = { readonly node: CallNode; readonly leaves: boolean };

/**
 * The nodes with their whole times. A function inside of itself adds nothing to its whole time: only the outermost
 * node does. The walk keeps a stack of its own, since calls may be nested deeper than the engine's allows.
 */
function withTotals(nodes: readonly CallNode[]): { frame: Frame; selfMs: number; totalMs: number }[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const inner = new Set(nodes.flatMap(({ children }) => children));
  const met = new Set<string>();
  const whole = new Map<string, number>();
  const open = new Map<string, number>();
  const found: { frame: Frame; selfMs: number; totalMs: number }[] = [];
  const visits: Visit[] = nodes.filter(({ id }) => !inner.has(id)).map((node) => ({ node, leaves: false }));
  for (let visit = visits.pop(); visit; visit = visits.pop()) {
    const { node, leaves } = visit;
    const key = keyOf(node.frame);
    if (!leaves) {
      // A profile is a file that the program could have written: a node that is its own child ends here.
      if (met.has(node.id)) continue;
      met.add(node.id);
      open.set(key, (open.get(key) ?? 0) + 1);
      visits.push({ node, leaves: true });
      for (const child of node.children.map((id) => byId.get(id)))
        if (child) visits.push({ node: child, leaves: false });
      continue;
    }
    const depth = (open.get(key) ?? 1) - 1;
    open.set(key, depth);
    const below = node.children.reduce((sum, id) => sum + (whole.get(id) ?? 0), 0);
    const totalMs = node.selfMs + below;
    whole.set(node.id, totalMs);
    found.push({ frame: node.frame, selfMs: node.selfMs, totalMs: depth === 0 ? totalMs : 0 });
  }
  return found;
}
