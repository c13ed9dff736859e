import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownName, shownText } from '../../../src/domain/shown';

interface Attack {
  name: string;
  why: string;
  text: string;
}

const FILE = join(__dirname, '../../attacks/terminals/terminals.json');
const ATTACKS = JSON.parse(readFileSync(FILE, 'utf8')) as Attack[];
/** What Unicode calls control, format, surrogate and separator of lines, but for ends of lines, tabs and joiners of letters. */
const OBEYED = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

describe('a terminal obeys nothing that others wrote', () => {
  it.each(ATTACKS)('$name: $why', ({ text }) => {
    expect(text).toMatch(OBEYED);
    expect(shownText(text)).not.toMatch(OBEYED);
    expect(shownName(text)).not.toMatch(OBEYED);
    expect(shownName(text)).not.toMatch(/[\n\t]/);
    expect(JSON.parse(shownText(JSON.stringify({ text })))).toEqual({ text: text.replaceAll('\r\n', '\n') });
  });
});
