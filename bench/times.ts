/**
 * `npm run bench:times -- [--data FILE] [--wrong]`: how many times in words are read right, by language. A sentence is
 * right if its range begins at `from` and, where the data has a `to`, ends before it; without one it lasts a single day. Without
 * `from` nothing may be read. What is read otherwise is wrong, what is not read is declined.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { timeInWords } from '../src/times/index';

const Item = z.object({
  language: z.enum(['en', 'ko', 'zh']),
  text: z.string(),
  reference: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
type Item = z.infer<typeof Item>;

/** Any zone would do: items have none. */
const ZONE = 'UTC';
const DAY_MS = 86_400_000;

function readItems(): { items: Item[]; wrong: boolean } {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join('..', 'shared', 'data', 'times-in-words.dev.jsonl') },
      wrong: { type: 'boolean', default: false },
    },
  });
  if (!existsSync(values.data))
    throw new Error(`There is no file ${values.data}: name one with --data FILE.`);
  const lines = readFileSync(values.data, 'utf8').split('\n');
  return {
    items: lines.filter((line) => line.trim() !== '').map((line) => Item.parse(JSON.parse(line))),
    wrong: values.wrong,
  };
}

/** The data counts a span to the beginning of its last day: `from 2 to 22 October` is 20 days. */
function read(item: Item) {
  const { text, reference, language } = item;
  return timeInWords(text, { now: reference, language, timeZone: ZONE, lastIncluded: false });
}

/** Compared as exactly as the data gives it: by day or by minute. */
function isRight({ from, to }: Item, found: ReturnType<typeof read>): boolean {
  if (from === null) return found === undefined;
  if (!found?.from.startsWith(from)) return false;
  return to === null ? Date.parse(found.to) - Date.parse(found.from) === DAY_MS : found.to.startsWith(to);
}

function main(): void {
  const { items, wrong } = readItems();
  const answers = items.map((item) => ({ item, found: read(item) }));
  const isItRight = answers.map(({ item, found }) => isRight(item, found));
  if (wrong)
    answers.forEach(({ item, found }, index) => {
      if (isItRight[index]) return;
      const was = found
        ? `${found.from.slice(0, 16)} to ${found.to.slice(0, 16)} (${found.phrase})`
        : 'nothing';
      console.log(
        `${item.language}  ${item.text}  [${item.reference.slice(0, 10)}]  ${item.from ?? 'none'} to ${item.to ?? '-'}: ${was}`,
      );
    });
  const share = (language?: Item['language']) => {
    const of = answers.flatMap(({ item }, index) =>
      language === undefined || item.language === language ? [isItRight[index]] : [],
    );
    return { right: of.filter(Boolean).length, total: of.length };
  };
  const ratio = ({ right, total }: { right: number; total: number }) =>
    total === 0 ? 0 : Math.round((right / total) * 1000) / 1000;
  for (const language of Item.shape.language.options)
    console.log(`${language}  ${share(language).right} of ${share(language).total} right`);
  const { right, total } = share();
  console.log(
    JSON.stringify({
      bench: 'times',
      total,
      right,
      wrong: answers.filter(({ found }, index) => found && !isItRight[index]).length,
      ko: ratio(share('ko')),
      zh: ratio(share('zh')),
      en: ratio(share('en')),
    }),
  );
}

main();
