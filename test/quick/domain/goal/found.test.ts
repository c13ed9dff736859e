import { foundBy, reportMarkdown, type GoalReport } from '../../../../src/domain/goal/report';
import type { Language } from '../../../../src/domain/run/input';

const items = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ path: `a/${n}.pdf`, ok: true, reason: `Page ${n}: bees` }));

const report = (step: Partial<GoalReport['steps'][number]>, language?: Language): string =>
  reportMarkdown(
    {
      ...{ version: 1, taskId: 'id', status: 'completed', message: 'm', successRate: 1 },
      references: [{ phrase: '그 폴더', path: 'a' }],
      conflicts: [{ path: 'c', reason: 'r' }],
      ...{ change: 'move', published: false, goalCheck: { holds: true, reason: 'r' } },
      steps: [
        {
          ...{ number: 1, tool: 'find', description: 'Look', status: 'done', attempts: 1, done: 1, total: 2 },
          ...{ durationMs: 1_500, text: '', failed: [], ...step },
        },
      ],
    },
    language,
  );

describe('findings of a step', () => {
  it('are the items that went well, with where the words are, and how many more there are', () => {
    const found = foundBy('find', { items: [{ path: 'x', ok: false }, ...items(32)], text: '' });
    expect(found?.lines).toHaveLength(20);
    expect(found).toMatchObject({ more: 12 });
    expect(found?.lines[0]).toBe('a/0.pdf: Page 0: bees');
    expect(report({ found })).toContain('   - a/19.pdf: Page 19: bees\n   - … and 12 more\n');
  });

  it('count the items of a listing whose text holds fewer rows', () => {
    const rows = items(300).map(({ path }) => `${path}  1 kB`);
    const text = ['. holds 300 entries:', ...rows.slice(0, 200), '… and 100 more: list one.'].join('\n');
    const found = foundBy('list', { items: items(300), text });
    expect(found).toMatchObject({ more: 280 });
    expect(found?.lines.at(-1)).toBe('a/19.pdf  1 kB');
  });

  it('are the lines of a text, cut where they are long, and quoted in the report', () => {
    const text = ['c.txt (2 characters)', '# no heading', '\u001b[31mred', 'x'.repeat(900)].join('\n');
    const found = foundBy('read', { items: [], text });
    expect(found?.lines[3]).toHaveLength(300);
    const shown = report({ tool: 'read', found });
    expect(shown).toContain('   > # no heading\n   >  [31mred\n');
  });

  it('are none for a step that changes something, and told where a search comes to nothing', () => {
    expect(foundBy('move', { items: items(1), text: 'Moved 1 item.' })).toBeUndefined();
    expect(report({ found: foundBy('find', { items: [], text: 'Found 0 items.' }) })).toContain(
      '   - nothing found',
    );
  });
});

it.each([
  [
    'ko',
    [
      '# 계획',
      '목표 달성: r',
      '## 표현의 뜻',
      '## 단계',
      '## 충돌',
      '## 변경 내용',
      '1/2, 1.5초',
      '… 외 12개',
    ],
  ],
  [
    'zh',
    [
      '# 计划',
      '目标已达成：r',
      '## 词语的含义',
      '## 步骤',
      '## 冲突',
      '## 更改',
      '1/2, 1.5 秒',
      '… 另有 12 个',
    ],
  ],
] as const)('a report is in the language of its run: %s', (language, parts) => {
  const shown = report({ found: foundBy('find', { items: items(32), text: '' }) }, language);
  for (const part of parts) expect(shown).toContain(part);
  expect(shown).not.toMatch(/Steps|Plan|found|more|reached/);
});

it('a report keeps a name with control characters on its line, also of an item that failed and of a conflict', () => {
  const name = 'a\u001b[31m\nb';
  const text = reportMarkdown({
    ...{ version: 1, taskId: 'id', status: 'conflict', message: 'm', successRate: 0, published: false },
    references: [{ phrase: 'it', path: name }],
    conflicts: [{ path: name, reason: 'r' }],
    steps: [
      {
        ...{ number: 1, tool: 'move', description: '', status: 'failed', attempts: 1, done: 0, total: 1 },
        ...{ durationMs: 0, text: '', failed: [{ path: name, ok: false, reason: 'r' }] },
      },
    ],
  });
  expect(text).not.toContain('\u001b');
  expect(text.split('\n').filter((line) => line.includes('a [31m b'))).toHaveLength(3);
});
