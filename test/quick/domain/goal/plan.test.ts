import { checkPlan } from '../../../../src/domain/goal/plan';

const problemOf = (tool: string, args: object): string | undefined => {
  const given = [
    { tool: 'list', args: { path: '.' } },
    { tool, args },
  ];
  const checked = checkPlan(given, { roots: ['/home/ann'], earlier: [], language: 'en' });
  return 'problem' in checked ? checked.problem : undefined;
};
const find = (args: object) => problemOf('find', { path: '.', ...args });

describe('a plan', () => {
  it.each([
    [{ name: '*.{pdf,docx' }, 'the pattern "*.{pdf,docx" has { that is not closed'],
    [{ name: 'a[0-9.pdf' }, 'the pattern "a[0-9.pdf" has [ that is not closed'],
    [{ name: '!' }, 'the pattern "!" matches no name'],
    [{ name: '!(a)'.repeat(9) }, 'has too many groups'],
    [{ from: 'tuesday-ish' }, '"tuesday-ish" is no time'],
    [{ from: '2026-02-01', to: '2026-01-01' }, 'no time is from 2026-02-01 to 2026-01-01'],
    [{ minBytes: 10, maxBytes: 5 }, 'no file has at least 10 and at most 5 bytes'],
    [{ type: 'folder', content: 'bees' }, 'folders have neither words nor a size'],
  ])('is refused with its step where a search by %j could find nothing', (args, sentence) => {
    expect(find(args)).toMatch(/^Step 2: .*\.$/s);
    expect(find(args)).toContain(sentence);
  });

  it.each([
    { name: '*.{pdf,docx}' },
    { name: 'a[]{].pdf' },
    { name: '\\[draft\\{.txt' },
    { name: '!(a|b).txt' },
    { name: 'report (1).pdf' },
    { from: '2026-01-01', to: '2026-02-01' },
    { type: 'file', content: 'bees', minBytes: 5, maxBytes: 5 },
  ])('is taken with a search by %j', (args) => {
    expect(find(args)).toBeUndefined();
  });

  it('is refused where a thing is to be called ".."', () => {
    expect(problemOf('rename', { path: 'a', name: '..' })).toBe('Step 2: .. is no name: give another one.');
  });
});
