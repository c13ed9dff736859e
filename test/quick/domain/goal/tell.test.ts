import { goalEvents } from '../../../../src/domain/goal/tell';
import type { PlanRow } from '../../../../src/domain/goal/plan';
import type { StepDone, StepResult } from '../../../../src/domain/goal/step';

describe('the line of a step that is done', () => {
  it('is a whole sentence, also where the head of a list is all that it shows', () => {
    const result = { number: 3 } as StepResult;
    const done = { text: 'Found 2 items in papers:\na.txt\nb.txt', done: 2, total: 2 } as StepDone;
    const { text } = goalEvents('en').stepCompleted(result, { line: 'Looking…' } as PlanRow, done);
    expect(text).toBe('Step 3 is done (2/2): Found 2 items in papers');
  });
});
