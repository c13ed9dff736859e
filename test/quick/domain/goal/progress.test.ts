import {
  phaseLine,
  progressLine,
  stepLine,
  withParticle,
  type GoalPhase,
} from '../../../../src/domain/goal/progress';
import { GoalTool, TOOL_ARGS, type ToolArgs } from '../../../../src/domain/goal/tool-args';
import { Language } from '../../../../src/domain/run/input';

const ARGS: { [T in GoalTool]: ToolArgs<T> } = {
  locate: { what: '논문 폴더' },
  list: { path: 'Desktop/논문' },
  find: { path: 'Desktop/papers', content: 'gentrification' },
  read: { path: 'papers/a.pdf' },
  make_folder: { path: '젠트리피케이션' },
  move: { items: { fromStep: 2 }, to: '젠트리피케이션' },
  copy: { items: ['a.pdf', 'b.pdf'], to: '사진' },
  rename: { path: 'a.txt', name: 'b.txt' },
  write: { path: 'notes.md', content: 'x' },
  edit: { path: 'notes.md', edits: [{ search: 'a', replacement: 'b' }] },
  delete: { items: ['old'] },
  run: { command: 'npm test' },
  heal: { path: 'project' },
  code: { spec: 'x', out: 'sum.js' },
  agent: { path: '.', request: 'x' },
  ask: { question: 'Which?' },
};
const PHASES: GoalPhase[] = [
  'looking',
  'comparing',
  'reporting',
  'planning',
  'checking-plan',
  'rethinking',
  'final-check',
  'publishing',
  'rolling-back',
];
const line = <T extends GoalTool>(tool: T, language: Language) => progressLine(tool, ARGS[tool], language);

describe('progress lines', () => {
  test('the arguments of these tests are those that plans have', () => {
    for (const tool of GoalTool.options) expect(TOOL_ARGS[tool].safeParse(ARGS[tool]).success).toBe(true);
  });

  test.each(Language.options)('every tool and every phase has a line of its own in %s', (language) => {
    const lines = [
      ...GoalTool.options.map((tool) => line(tool, language)),
      ...PHASES.map((phase) => phaseLine(phase, language)),
    ];
    expect(new Set(lines).size).toBe(lines.length);
    for (const one of lines) expect(one).toMatch(language === 'ko' ? /중\.\.\.$/ : /[^….]…$/);
  });

  test('lines are those of the requirement', () => {
    expect(phaseLine('planning', 'ko')).toBe('계획을 수립하는 중...');
    expect(line('list', 'ko')).toBe('논문 폴더를 살펴보는 중...');
    expect(progressLine('list', { path: 'papers' }, 'en')).toBe('Looking through the papers folder…');
    expect(progressLine('list', { path: '论文' }, 'zh')).toBe('正在查看论文文件夹…');
    expect(progressLine('find', { path: '논문', content: '젠트리피케이션' }, 'ko')).toBe(
      '논문 폴더에서 젠트리피케이션 관련 파일을 찾는 중...',
    );
  });

  test('items of an earlier step, many and one are told apart', () => {
    expect(line('move', 'en')).toBe('Moving the results of step 2 to the 젠트리피케이션 folder…');
    expect(line('move', 'ko')).toBe('2단계의 결과를 젠트리피케이션 폴더로 옮기는 중...');
    expect(line('copy', 'zh')).toBe('正在把2个项目复制到사진文件夹…');
    expect(line('copy', 'en')).toBe('Copying 2 items to the 사진 folder…');
    expect(progressLine('delete', { items: ['a/b.txt'] }, 'ko')).toBe('b.txt 파일을 지우는 중...');
    expect(line('agent', 'en')).toBe('Working in the folder…');
  });

  test('a step says its number', () => {
    expect(stepLine(2, 5, line('list', 'ko'), 'ko')).toBe('5단계 중 2단계: 논문 폴더를 살펴보는 중...');
    expect(stepLine(2, 5, phaseLine('rethinking', 'en'), 'en')).toBe(
      'Step 2 of 5: Thinking about another way…',
    );
  });

  test('arguments of another version of Kintsugi leave the name of the tool', () => {
    expect(progressLine('list', { folder: 'x' }, 'ko')).toBe('list…');
  });

  test('a find says what it looks for', () => {
    const args: ToolArgs<'find'> = { path: 'papers', name: '*.pdf', when: 'last week', type: 'file' };
    expect(progressLine('find', args, 'en')).toBe(
      'Looking for files named *.pdf from last week in the papers folder…',
    );
    expect(progressLine('find', { path: '论文', when: '上周', content: '绅士化' }, 'zh')).toBe(
      '正在论文文件夹中查找上周的与“绅士化”有关的文件…',
    );
  });

  test('long names lose their middle, and no name breaks the line or a character', () => {
    const name = `${'long '.repeat(20)}name of a paper.pdf`;
    expect(progressLine('read', { path: `papers/${name}` }, 'en')).toBe(
      'Reading long long long long l… paper.pdf…',
    );
    const hostile = `a\n\u001b[31m\u2028${'😀'.repeat(40)}.pdf`;
    for (const language of Language.options) {
      const said = progressLine('read', { path: hostile }, language);
      expect(said).not.toMatch(/[\p{Cc}\u2028]/u);
      expect(said.isWellFormed()).toBe(true);
      expect(said.length).toBeLessThan(60);
    }
  });

  test.each([
    ['폴더', '을', '폴더를'],
    ['파일', '을', '파일을'],
    ['바탕화면', '으로', '바탕화면으로'],
    ['파일', '으로', '파일로'],
    ['폴더', '으로', '폴더로'],
    ['논문', '이', '논문이'],
    ['문서', '이', '문서가'],
    ['사진', '과', '사진과'],
    ['노트', '은', '노트는'],
    ['보고서 3', '을', '보고서 3을'],
    ['보고서 2', '을', '보고서 2를'],
    ['1', '으로', '1로'],
    ['논문’', '을', '논문’을'],
    ['논문'.normalize('NFD'), '을', '논문을'],
    ['papers', '을', 'papers을(를)'],
  ] as const)('%s with %s is %s', (word, particle, expected) => {
    expect(withParticle(word, particle).normalize('NFC')).toBe(expected);
  });
});
