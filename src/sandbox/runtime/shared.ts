/**
 * Objects of the runtime that all runs of a context share: the classes and functions of its stand-ins. A program's
 * changes to them would reach the next run, so a context with a changed one is not used again.
 */
import { isIntrinsic } from './intrinsics';
import { isObject, same, Shape } from './properties';

type Shapes = Map<object, Shape>;

/** Everything that can be reached from the roots and is no built-in of the language. */
function reachable(roots: readonly unknown[]): Shapes {
  const seen: Shapes = new Map();
  const queue = [...roots];
  while (queue.length > 0) {
    const object = queue.pop();
    if (!isObject(object) || object === realGlobal || seen.has(object) || isIntrinsic(object)) continue;
    const shape = new Shape(object);
    seen.set(object, shape);
    queue.push(shape.prototype);
    for (const { value, get, set } of shape.properties.values()) queue.push(value, get, set);
  }
  return seen;
}

/** Objects that two set-ups share, as they were before any program ran. */
export class SharedObjects {
  private first: Shapes | undefined;
  private readonly shapes: Shape[] = [];

  /** Called after each of two set-ups, with what they gave. */
  observe(roots: readonly unknown[]): void {
    const found = reachable(roots);
    for (const [object, before] of this.first ?? []) {
      const now = found.get(object);
      if (!now) continue;
      // What every set-up gives a new value.
      for (const [key, value] of before.properties)
        if (!same(value, now.properties.get(key) ?? {})) now.ignore(key);
      if (Reflect.isExtensible(object)) this.shapes.push(now);
    }
    this.first = this.shapes.length > 0 ? undefined : found;
  }

  /** True if all of them are as they were. */
  areUntouched(): boolean {
    return this.shapes.every((shape) => shape.isStill());
  }
}
