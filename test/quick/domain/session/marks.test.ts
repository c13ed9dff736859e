import { changesSince } from '../../../../src/domain/session/rewinding';
import type { SessionChange, SessionState } from '../../../../src/domain/session/state';
import { asTree } from '../../../support/hashes';

const tree = (letter: string) => asTree(letter.repeat(64));
const change = (before: string, after: string): SessionChange => ({
  before: tree(before),
  after: tree(after),
});

/** Changes since the first checkpoint, of a session that changed its directory so. */
function since(...changes: SessionChange[]): readonly SessionChange[] {
  const marks = changes.map((one, index) => ({ mark: index + 1, changes: [one] }));
  return changesSince({ marks, changes: [] } as unknown as SessionState, 0);
}

describe('the changes that a rewind takes back', () => {
  it('are one where nobody else changed the directory between them', () => {
    expect(since(change('a', 'b'), change('b', 'c'), change('c', 'd'))).toEqual([change('a', 'd')]);
  });

  it('are none where they undid each other', () => {
    expect(since(change('a', 'b'), change('b', 'a'))).toEqual([]);
    expect(since(change('a', 'b'), change('b', 'a'), change('a', 'c'))).toEqual([change('a', 'c')]);
  });

  it('stay apart, the newest first, where people changed files between them', () => {
    expect(since(change('a', 'b'), change('c', 'd'))).toEqual([change('c', 'd'), change('a', 'b')]);
  });
});
