import { counted, EMPTY_INBOX, receiptOf, withMessage } from '../../../../src/domain/run/inbox';

const message = (id: string) => ({ id, name: 'submit', message: {} });

describe('an inbox', () => {
  const two = withMessage(withMessage(EMPTY_INBOX, message('a')), message('b'));

  it('numbers messages in the order in which they come', () => {
    expect(two.waiting.map(({ number }) => number)).toEqual([1, 2]);
    expect(counted(two, 'c').count).toBe(3);
  });

  it('knows a message that comes again by its id, waiting or not', () => {
    expect(receiptOf(two, 'b')).toEqual({ number: 2, before: 1 });
    expect(receiptOf({ ...two, waiting: [] }, 'b')).toEqual({ number: 2, before: 0 });
    expect(receiptOf(two, 'c')).toBeUndefined();
  });

  it('remembers the ids of the newest hundred messages', () => {
    let inbox = EMPTY_INBOX;
    for (let at = 0; at < 101; at += 1) inbox = counted(inbox, `${at}`);
    expect(inbox.recent).toHaveLength(100);
    expect(receiptOf(inbox, '0')).toBeUndefined();
    expect(receiptOf(inbox, '1')).toEqual({ number: 2, before: 0 });
  });
});
