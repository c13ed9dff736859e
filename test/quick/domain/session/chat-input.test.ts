import { completeCommand, readChatInput } from '../../../../src/domain/session/chat-input';

const FACTS = { mode: 'idle', checkpoints: [0, 1, 12] } as const;

describe('an input of a chat', () => {
  it.each([
    ['  ', { type: 'nothing' }],
    ['where is the login? ', { type: 'task', text: 'where is the login?' }],
    ['/mode design', { type: 'command', name: 'mode', rest: 'design' }],
    ['/Rewind   3 ', { type: 'command', name: 'rewind', rest: '3' }],
    ['/home/me is broken', { type: 'unknown', name: 'home/me' }],
    [' /home/me is broken', { type: 'task', text: '/home/me is broken' }],
    ['/constructor', { type: 'unknown', name: 'constructor' }],
  ])('is read: %j', (typed, meaning) => {
    expect(readChatInput(typed)).toEqual(meaning);
  });

  it.each([
    ['/re', ['/rewind '], '/re'],
    ['/c', ['/cost', '/close'], '/c'],
    ['/approve m', ['MEDIUM'], 'm'],
    ['/rewind 1', ['1', '12'], '1'],
    ['/mode doc', ['documentation', 'documentation_intent'], 'doc'],
    ['/cost x', [], 'x'],
    ['/mode test now', [], 'now'],
  ])('is completed where it is a command: %s', (line, fits, part) => {
    expect(completeCommand(line, FACTS)).toEqual({ fits, part });
  });

  it('completes a mode and the triggers that are legal in the present one', () => {
    expect(completeCommand('/mode search', FACTS)?.fits).toEqual(['search_intent']);
    expect(completeCommand('/mode code_c', FACTS)?.fits).toEqual([]);
    expect(completeCommand('/mode code_c', { ...FACTS, mode: 'implementation' })?.fits).toContain(
      'code_complete',
    );
  });

  it('is not completed where it is a task', () => {
    expect(completeCommand('read src/', FACTS)).toBeUndefined();
  });
});
