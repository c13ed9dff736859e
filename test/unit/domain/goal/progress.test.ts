import { progressLine } from '../../../../src/domain/goal/progress';
import { GoalTool } from '../../../../src/domain/goal/tool-args';
import { Language } from '../../../../src/domain/run/input';

describe('the friendly line of a step', () => {
  it.each([
    ['en', 'list', { path: 'desk/papers' }, 'Looking through papers…'],
    ['en', 'move', { items: { fromStep: 2 }, to: 'new' }, 'Moving what was found to new…'],
    [
      'en',
      'move',
      { items: ['a', 'b', 'c'], to: { fromStep: 1 } },
      'Moving 3 items to the folder that was found…',
    ],
    ['ko', 'list', { path: '논문' }, '논문을 살펴보는 중...'],
    ['ko', 'list', { path: '자료' }, '자료를 살펴보는 중...'],
    ['ko', 'move', { items: ['a.pdf'], to: '서울' }, 'a.pdf를 서울로 옮기는 중...'],
    ['ko', 'move', { items: ['표'], to: '책' }, '표를 책으로 옮기는 중...'],
    ['ko', 'rename', { path: '표', name: '2016' }, '표의 이름을 2016으로 바꾸는 중...'],
    ['ko', 'find', { path: '.', content: '젠트리피케이션' }, '폴더에서 젠트리피케이션을 찾는 중...'],
    ['zh', 'list', { path: '论文' }, '正在查看论文…'],
    ['zh', 'copy', { items: ['a'], to: 'b' }, '正在把a复制到b…'],
  ] as const)('says in %s of %s %j: %s', (language, tool, args, line) => {
    expect(progressLine(tool, args, language)).toBe(line);
  });

  it('is short and has no gap for any tool in any language', () => {
    for (const language of Language.options)
      for (const tool of GoalTool.options) {
        const line = progressLine(tool, { path: 'x'.repeat(500), what: 'y'.repeat(500) }, language);
        expect(line.length).toBeLessThan(200);
        expect(line).not.toMatch(/undefined|\[object/);
      }
  });
});
