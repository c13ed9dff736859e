import {
  MOST_MENTIONS,
  MOST_TURNS,
  withTurn,
  type ConversationTurn,
  type Mention,
} from '../../../../src/domain/goal/conversation';

function turn(number: number, given: Partial<ConversationTurn> = {}): ConversationTurn {
  const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
  return { run: `run-${number}`, request: `request ${number}`, at, mentions: [], ...given };
}

describe('the turns of a conversation', () => {
  it('are ordered by time, whichever run ends first', () => {
    expect(withTurn(withTurn([], turn(2)), turn(1)).map(({ run }) => run)).toEqual(['run-1', 'run-2']);
  });

  it('hold one turn of a run, the newest', () => {
    const turns = withTurn(withTurn([], turn(1)), turn(1, { request: 'again' }));
    expect(turns).toEqual([turn(1, { request: 'again' })]);
  });

  it('are the newest ones, and an old one that comes late pushes none of them out', () => {
    const numbers = Array.from({ length: MOST_TURNS + 5 }, (_, index) => index + 1);
    const turns = numbers.reduce<ConversationTurn[]>((all, number) => withTurn(all, turn(number)), []);
    expect(turns).toHaveLength(MOST_TURNS);
    expect(turns[0]?.run).toBe('run-6');
    expect(withTurn(turns, turn(0))).toEqual(turns);
  });

  it('remember the last mentions of a run, and the beginning of a long request', () => {
    const mentions = Array.from({ length: MOST_MENTIONS + 1 }, (_, index): Mention => ({
      path: `${index}`,
      type: 'file',
      how: 'made',
      at: '2026-01-01T00:00:00.000Z',
    }));
    const [kept] = withTurn([], turn(1, { mentions, request: 'x'.repeat(20_000) }));
    expect(kept?.mentions).toHaveLength(MOST_MENTIONS);
    expect(kept?.mentions.at(-1)?.path).toBe(`${MOST_MENTIONS}`);
    expect(kept?.request).toHaveLength(2_000);
  });
});
