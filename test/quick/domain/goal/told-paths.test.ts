import { toldPaths } from '../../../../src/domain/goal/told-paths';

const papers = (count: number) => Array.from({ length: count }, (_, n) => `papers/${n}.pdf`);

describe('the paths that a policy hears of', () => {
  it('are one for each way in which its rules speak of them', () => {
    const paths = [...papers(500), 'papers/secret.pdf', 'papers/my.key', 'x/other.key'];
    expect(toldPaths(paths, ['**/secret.pdf', '**/*.key', 'nowhere/**'])).toEqual({
      paths: ['papers/0.pdf', 'papers/secret.pdf', 'papers/my.key'],
      more: 0,
    });
  });

  it('are none where no rule is about paths', () => {
    expect(toldPaths(papers(9), [])).toEqual({ paths: [], more: 0 });
  });

  it('leave out what is too much to be compared, and count it', () => {
    const globs = Array.from({ length: 200 }, (_, n) => `folder-${n}/**`);
    expect(toldPaths(papers(1_500), globs)).toEqual({ paths: ['papers/0.pdf'], more: 500 });
  });

  it('keep one apart that leads out of the project, since a rule may mean it', () => {
    expect(toldPaths(['a', 'b', '/elsewhere/a'], ['c']).paths).toEqual(['a', '/elsewhere/a']);
  });
});
