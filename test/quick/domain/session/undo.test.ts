import { coded, play, submit } from '../../../support/play-session';

describe('a change that is taken back in words', () => {
  it('is undone alone; where nothing was changed that is said', () => {
    const { undone, result, told } = play({
      messages: [submit('fix the failing test', { mode: 'debug' }), submit('undo that')],
      handled: () => coded(),
      settings: { approval: { level: 'LOW' } },
    });
    expect(undone).toHaveLength(1);
    expect(told).toContain('Taken back: src/file-0.ts');
    expect(result.turnCount).toBe(2);
  });

  it('says that there is nothing to take back', () => {
    const { undone, told } = play({ messages: [submit('undo that')] });
    expect(undone).toEqual([]);
    expect(told).toContain('This session has changed nothing that could be taken back');
  });
});
