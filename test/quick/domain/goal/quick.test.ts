import { isQuickCall } from '../../../../src/domain/goal/moves';
import { GoalTool } from '../../../../src/domain/goal/tool-args';

const CALLS = Array.from({ length: 64 }, (_, index) => index + 1);

test('people are heard after at most seven calls that are made within a workflow task', () => {
  const inARow = CALLS.map((call) => (isQuickCall('move', call) ? 'q' : ' ')).join('');
  expect(Math.max(...inARow.split(' ').map((part) => part.length))).toBe(7);
});

test('tools that read the disk, run something or ask are never called within a workflow task', () => {
  const quick = GoalTool.options.filter((tool) => CALLS.some((call) => isQuickCall(tool, call)));
  expect(quick.sort()).toEqual(['delete', 'make_folder', 'move', 'rename', 'write']);
});
