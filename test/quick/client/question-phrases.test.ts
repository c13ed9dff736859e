import { ENGLISH } from '../../../src/domain/run/said';
import { allowText, waitsText } from '../../../src/client/cli/question/phrases';

const until = { deadline: '2026-11-30T05:21:00.000Z', ifUnanswered: 'reject' } as const;
const UNTIL = 'until 2026-11-30 05:21 UTC, then it counts as rejected.';

describe('a question on the terminal', () => {
  it('that is the end of a sentence is put into one', () => {
    const summary = 'publish 1 changed file to /shop (all checks pass)';
    expect(waitsText({ form: 'approval', summary, ...until }, ENGLISH)).toBe(
      `The run waits for approval to ${summary}, ${UNTIL}`,
    );
    expect(allowText({ summary }, ENGLISH)).toEqual({ prompt: `Allow to ${summary}?` });
  });

  it.each(['Publish 4 changes: 4 of 4 steps are done.', '변경 4건을 반영할까요?', '是否应用 4 项更改？'])(
    'that is a sentence of its own stays one: %s',
    (summary) => {
      expect(waitsText({ form: 'approval', summary, ...until }, ENGLISH)).toBe(
        `${summary}\nThe run waits for approval ${UNTIL}`,
      );
      expect(allowText({ summary }, ENGLISH)).toEqual({ above: summary, prompt: 'Allow it?' });
    },
  );

  it('for an answer keeps its own line', () => {
    expect(waitsText({ form: 'choice', summary: 'Which one?', ...until }, ENGLISH)).toBe(
      `Which one?\nThe run waits for an answer ${UNTIL}`,
    );
  });
});
