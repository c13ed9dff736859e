/**
 * `npm run bench:intent -- [--data FILE] [--wrong]`: how many texts are given the mode that they ask for, by language and mode.
 * Without a file: the half of the labelled set that the rules were never fitted to. `--wrong` lists what is wrong.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { languageOf } from '../src/domain/run/language';
import { classifyIntent } from '../src/domain/session/intent/index';
import { AgentMode } from '../src/domain/session/modes';

const Item = z.object({ text: z.string(), mode: AgentMode });

function readItems(file: string) {
  if (!existsSync(file)) throw new Error(`There is no file ${file}: name one with --data FILE.`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => Item.parse(JSON.parse(line)));
}

function main(): void {
  const { values } = parseArgs({
    options: {
      data: { type: 'string', default: path.join('test', 'fixtures', 'intent', 'measured.jsonl') },
      wrong: { type: 'boolean', default: false },
    },
  });
  const classified = readItems(values.data).map((item) => {
    const found = classifyIntent(item.text);
    return { ...item, found, language: languageOf(item.text), isRight: found.mode === item.mode };
  });
  if (values.wrong)
    for (const { text, mode, found } of classified.filter(({ isRight }) => !isRight))
      console.log(`${text}\n    ${mode}, not ${found.mode} (${found.reasons.join(' | ')})`);
  const print = (name: string, of: typeof classified) =>
    of.length > 0 &&
    console.log(`${name}  ${of.filter(({ isRight }) => isRight).length} of ${of.length} right`);
  for (const language of ['en', 'ko', 'zh'])
    print(
      language,
      classified.filter((one) => one.language === language),
    );
  for (const mode of AgentMode.options)
    print(
      mode,
      classified.filter((one) => one.mode === mode),
    );
  const right = classified.filter(({ isRight }) => isRight).length;
  console.log(JSON.stringify({ bench: 'intent', total: classified.length, right }));
}

main();
