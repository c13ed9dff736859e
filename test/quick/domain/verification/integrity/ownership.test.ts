import { ownershipOf } from '../../../../../src/domain/verification/integrity/ownership';

/** Paths that may not change, where a test is known and a check has opened all files. */
function judgesAmong(files: Record<string, string>, test: string): string[] {
  const { judges } = ownershipOf({
    paths: new Set(Object.keys(files)),
    texts: new Map(Object.entries(files)),
    judges: [{ path: test, why: 'is a test' }],
    named: new Set(),
    entries: new Set(),
    opened: new Set(Object.keys(files)),
    failing: new Set([test]),
  });
  return judges.map(({ path }) => path).filter((path) => path !== test);
}

describe('files that judge by their names', () => {
  const test = 'from access.check import may\nassert may(1)\n';

  it('are not the modules of a package of Python', () => {
    const files = {
      'access/__init__.py': '',
      'access/check.py': 'def may(user):\n    return user\n',
      'tests/test_may.py': test,
    };
    expect(judgesAmong(files, 'tests/test_may.py')).toEqual([]);
  });

  it('are modules of Python beside no package', () => {
    const files = { 'access/check.py': 'def may(user):\n    return user\n', 'tests/test_may.py': test };
    expect(judgesAmong(files, 'tests/test_may.py')).toEqual(['access/check.py']);
  });

  it('are all modules of a package that is called so', () => {
    const files = {
      'checks/__init__.py': '',
      'checks/may.py': 'def may(user):\n    return user\n',
      'tests/test_may.py': test.replace('access.check', 'checks.may'),
    };
    expect(judgesAmong(files, 'tests/test_may.py')).toContain('checks/may.py');
  });
});
