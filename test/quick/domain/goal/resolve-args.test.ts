import { resolveArgs } from '../../../../src/domain/goal/step';

const found = (count: number) => ({
  text: '',
  items: Array.from({ length: count }, (_, index) => ({ path: `f${index}`, ok: true })),
});
const problemOf = (args: Record<string, unknown>, count: number, language: 'ko' | 'zh') =>
  resolveArgs(args, () => found(count), { language });

describe('a step that can not be called with what another one found', () => {
  it.each([
    ['ko', { items: { fromStep: 2 } }, 0, '2단계에서 찾은 것이 없어 대상이 없습니다.'],
    ['zh', { items: { fromStep: 2 } }, 0, '第 2 步没有找到任何内容，因此没有项目。'],
    ['ko', { path: { fromStep: 2 } }, 0, '2단계에서 찾은 것이 없는데, 경로 하나가 필요합니다.'],
    ['zh', { path: { fromStep: 2 } }, 99, '第 2 步给出 99 个项目，而这里需要一个路径。'],
  ] as const)('says so in the language of the run: %s %j with %i', (language, args, count, problem) => {
    expect(problemOf(args, count, language)).toEqual({ problem });
  });
});
