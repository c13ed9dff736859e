import { leavesCopies } from '../../../../src/repair/mutation/ranked-repairs';
import type { Fix } from '../../../../src/repair/mutation/trials';

const LINE = '  key = NAMES[key] || key;';
const TEXT = ['function a(key) {', LINE, '}', 'function b(key) {', LINE, '}', ''].join('\n');
const FILES = new Map([['a.js', TEXT]]);

const fix = (starts: readonly number[], green = true): Fix => ({
  green,
  fixed: ['adds'],
  edits: starts.map((start) => ({
    ...{ file: 'a.js', start, end: start + 3, replacement: 'own(key)', template: 'presence' as const },
    ...{ description: 'own names', weight: 1, line: 1, suspicion: 1, precedence: 1 },
  })),
});
const [first, second] = [TEXT.indexOf('NAMES'), TEXT.lastIndexOf('NAMES')] as const;

describe('an edit of one of two lines that say the same', () => {
  it('is less than the edit of both', () => {
    expect(leavesCopies(fix([first]), fix([first, second]), FILES)).toBe(true);
    expect(leavesCopies(fix([first, second]), fix([first]), FILES)).toBe(false);
  });

  it('stands where the edit of both breaks a test', () => {
    expect(leavesCopies(fix([first]), fix([first, second], false), FILES)).toBe(false);
  });

  it('stands where the lines differ', () => {
    const files = new Map([['a.js', TEXT.replace(LINE, '  key = NAMES[key] ?? "";  ')]]);
    expect(leavesCopies(fix([first]), fix([first, second]), files)).toBe(false);
  });
});
