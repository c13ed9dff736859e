import { specItems } from '../../../../src/domain/specification/items';
import { specTrigger, statusOf } from '../../../../src/domain/specification/status';

const told = (text: string) => specItems(text).map(({ kind, line, text: item }) => `${line} ${kind} ${item}`);

describe('items of a specification', () => {
  it('are checkboxes, numbered entries, demands, and headings with nothing below', () => {
    const text = [
      '# Shop',
      '## Cart',
      '- [x] **Adds** items',
      '- a remark',
      '1. Removes items',
      'The total must be [rounded](x.md). It is a number.',
      '## Mail',
      'Some words.',
      '## Licence',
      'MIT',
    ].join('\n');
    expect(told(text)).toEqual([
      '3 checkbox Adds items',
      '5 numbered Removes items',
      '6 demand The total must be rounded.',
      '7 heading Mail',
    ]);
    expect(specItems(text)[0]).toMatchObject({ isChecked: true, section: 'Cart' });
  });

  it.each(['로그인 실패를 기록해야 한다.', '系统必须记录登录失败。'])(
    'are demands of other languages: %s',
    (line) => {
      expect(specItems(line)).toMatchObject([{ kind: 'demand', text: line }]);
    },
  );

  it('are none in blocks of code', () => {
    expect(specItems('```\n- [ ] no item\n```\n')).toEqual([]);
  });
});

describe('the verdict on a specification', () => {
  const item = { text: 'x', line: 1, kind: 'numbered' as const, section: '' };
  const checked = (code: string[], tests: string[]) => ({ item, code, tests, status: statusOf(code, tests) });

  it('is a gap where an item has no code', () => {
    expect(specTrigger([checked(['a'], ['t']), checked([], [])]).trigger).toBe('gap_found');
  });

  it('is met only where every item has code and tests', () => {
    expect(specTrigger([checked(['a'], ['t'])]).trigger).toBe('spec_met');
    expect(specTrigger([checked(['a'], ['t']), checked(['a'], [])])).toEqual({});
  });
});
