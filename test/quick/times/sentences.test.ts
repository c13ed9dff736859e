import { readFileSync } from 'node:fs';
import path from 'node:path';
import { timeInWords } from '../../../src/times';
import type { Language } from '../../../src/domain/run/input';

interface Sentence {
  language: Language;
  text: string;
  reference: string;
  /** null: it says no time, or none that is understood whole. */
  from: string | null;
  /** null: a single day. */
  to: string | null;
}

const file = path.join(__dirname, '..', '..', 'fixtures', 'times', 'sentences.jsonl');
const sentences = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sentence);

function read({ language, text, reference }: Sentence): string {
  const found = timeInWords(text, { now: reference, language, timeZone: 'UTC', lastIncluded: false });
  return found ? `${found.from.slice(0, 16)} ${found.to.slice(0, 16)}` : 'none';
}

function expected({ from, to }: Sentence): string {
  if (from === null) return 'none';
  const whole = (time: string) => (time.includes('T') ? time : `${time}T00:00`);
  const nextDay = new Date(Date.parse(from) + 86_400_000).toISOString().slice(0, 16);
  return `${whole(from)} ${to === null ? nextDay : whole(to)}`;
}

test.each(sentences.map((one) => [one.text, expected(one), one] as const))(
  '%s is read as %s: whole, or not at all',
  (_, time, sentence) => {
    expect(read(sentence)).toBe(time);
  },
);
