import type { Block, Hook, TestCase } from './definitions';

/** Hooks around each try of a test, in the order in which they run. */
export function hooksAround(test: TestCase, reverse: boolean): { before: Hook[]; after: Hook[] } {
  const before: Hook[] = [];
  const after: Hook[] = [];
  // Concurrent tests of jest run without them.
  if (test.concurrent) return { before, after };
  for (let block: Block | undefined = test.parent; block; block = block.parent) {
    before.unshift(...block.hooks.beforeEach);
    after.push(...(reverse ? block.hooks.afterEach.toReversed() : block.hooks.afterEach));
  }
  return { before, after };
}

/** Children of a block as they run: concurrent tests together, where the first of them stands. */
export function inOrder(block: Block): (Block | TestCase)[] {
  const isConcurrent = (child: Block | TestCase): boolean => child.kind === 'test' && child.concurrent;
  const first = block.children.findIndex(isConcurrent);
  if (first === -1) return block.children;
  const concurrent = block.children.filter(isConcurrent);
  const rest = block.children.slice(first).filter((child) => !isConcurrent(child));
  return [...block.children.slice(0, first), ...concurrent, ...rest];
}

/** True if a test stands in a block, however deep. */
export function isWithin(test: TestCase, block: Block): boolean {
  for (let parent: Block | undefined = test.parent; parent; parent = parent.parent) {
    if (parent === block) return true;
  }
  return false;
}
