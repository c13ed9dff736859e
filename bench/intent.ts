/**
 * `npm run bench:intent -- [--data FILE] [--wrong]`: how many texts are given the mode that they ask for, by language and mode,
 * and by how sure the classifier is. Without a file: the texts that it is never trained on. `--wrong` lists what is wrong.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { openClassifier } from '../src/coder/session';
import { languageOf } from '../src/domain/run/language';
import { SURE_OF_INTENT } from '../src/domain/session/intent/index';
import { AgentMode } from '../src/domain/session/modes';
import { ARTEFACTS } from '../src/machine/paths';

const Item = z.object({ text: z.string(), mode: AgentMode });
type Item = z.infer<typeof Item>;

const FIXTURES = path.join('test', 'fixtures', 'intent');
const classify = openClassifier(ARTEFACTS.intent);

function readItems(file: string): Item[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}: name one with --data FILE.`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Item.parse(JSON.parse(line)));
}

/** The labelled texts that training holds out. */
function heldOut(): Item[] {
  const script = path.resolve('scripts', 'lib', 'intent-texts.cjs');
  const { heldOutOf } = createRequire(script)(script) as { heldOutOf(root: string): unknown[] };
  return heldOutOf(process.cwd()).map((item) => Item.parse(item));
}

function measure(set: string, items: readonly Item[], showsWrong: boolean): object {
  const read = items.map((item) => {
    const found = classify(item.text);
    return { ...item, found, language: languageOf(item.text), isRight: found.mode === item.mode };
  });
  const rightOf = (of: typeof read) => of.filter(({ isRight }) => isRight).length;
  const print = (name: string, of: typeof read) => {
    if (of.length > 0) console.log(`${set}  ${name}  ${rightOf(of)} of ${of.length} right`);
  };
  for (const { text, mode, found } of showsWrong ? read.filter(({ isRight }) => !isRight) : [])
    console.log(`${text}\n    ${mode}, not ${found.likely.join(', ')} (${found.confidence.toFixed(2)})`);
  for (const language of ['en', 'ko', 'zh'])
    print(
      language,
      read.filter((one) => one.language === language),
    );
  for (const mode of AgentMode.options)
    print(
      mode,
      read.filter((one) => one.mode === mode),
    );
  const sure = read.filter(({ found }) => found.confidence >= SURE_OF_INTENT);
  print('all', read);
  print('sure', sure);
  return { set, total: read.length, right: rightOf(read), sure: sure.length, sureRight: rightOf(sure) };
}

function main(): void {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, wrong: { type: 'boolean', default: false } },
  });
  const sets: [string, Item[]][] = values.data
    ? [['data', readItems(values.data)]]
    : [
        ['measured', readItems(path.join(FIXTURES, 'measured.jsonl'))],
        ['fresh', readItems(path.join(FIXTURES, 'fresh.jsonl'))],
        ['held-out', heldOut()],
      ];
  console.log(
    JSON.stringify({
      bench: 'intent',
      sets: sets.map(([set, items]) => measure(set, items, values.wrong)),
    }),
  );
}

main();
