/**
 * `npm run bench:questions -- --dir DIR --questions FILE [--only ID,…] [--model] [--verbose]`: questions about public repositories, asked in
 * sessions without a model: how often the right kind of question is understood, and a right file is among the first five. With
 * `--model` a scripted model answers, which looks things up with its tools.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { KintsugiClient } from '../src/client';
import { languageOf } from '../src/domain/run/language';
import type { QuestionKind } from '../src/domain/session/question-kinds';
import type { Turn } from '../src/domain/session/state';
import { startLookingModel, type Said } from './questions/model';
import { startService } from './service';
import { median, rounded } from './statistics';

const KINDS = ['where', 'callers', 'impact', 'changes', 'tests'] as const;
const Asked = z.object({
  id: z.string(),
  repository: z.string(),
  kind: z.enum([...KINDS, 'follow-up']),
  /** Kind of the second message of a follow-up. */
  asks: z.enum(KINDS).optional(),
  before: z.array(z.string()).default([]),
  text: z.string(),
  files: z.array(z.string()),
});
type Asked = z.infer<typeof Asked>;
const Questions = z.object({ questions: z.array(Asked) });

const FIRST = 5;
/** Kinds of the tools that answer each kind of question. */
const ANSWERED_BY: Readonly<Record<(typeof KINDS)[number], readonly QuestionKind[]>> = {
  where: ['where'],
  callers: ['callers', 'dependents'],
  impact: ['impact'],
  changes: ['changes', 'author'],
  tests: ['tests'],
};

interface Measured {
  readonly isKind: boolean;
  /** From 1; 0: not among the first ten. */
  readonly rank: number;
  readonly ms: number;
}

async function measure(
  client: KintsugiClient,
  dir: string,
  asked: Asked,
  saying: (said: Said) => void,
): Promise<{ measured: Measured; answer: string }> {
  const directory = path.join(dir, asked.repository);
  const session = await client.session({ directory, language: languageOf(asked.text) });
  for (const text of asked.before) {
    saying({ kind: 'where', text });
    await session.turn((await session.submit({ text })).number);
  }
  saying({ kind: kindOf(asked), text: asked.text });
  const begun = performance.now();
  const end = await session.turn((await session.submit({ text: asked.text })).number);
  const ms = performance.now() - begun;
  // A session that asks what is meant has not answered.
  const turn = 'turn' in end ? end.turn : undefined;
  await session.close();
  const kinds = ANSWERED_BY[kindOf(asked)];
  const isKind = kinds.some((kind) => turn?.answeredBy === kind);
  return {
    measured: { isKind, rank: turn ? rankOf(turn, asked.files) : 0, ms },
    answer: turn?.answer ?? '(it asks what is meant)',
  };
}

const kindOf = ({ kind, asks }: Asked) => asks ?? (kind === 'follow-up' ? 'where' : kind);

/** Place of the first right file among the files that an answer names, in its order. */
function rankOf({ answer }: Turn, files: readonly string[]): number {
  const named: string[] = [];
  for (const [one] of answer.matchAll(/[\w@.+-]{1,120}(?:\/[\w@.+-]{1,120}){0,20}\.\w{1,8}/g))
    if (!named.includes(one)) named.push(one);
  return named.findIndex((one) => files.includes(one)) + 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      questions: { type: 'string' },
      only: { type: 'string' },
      model: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  if (values.dir === undefined || values.questions === undefined)
    throw new Error(
      'Name the folder of the repositories with --dir DIR and the questions with --questions FILE.',
    );
  const only = values.only?.split(',');
  const { questions } = Questions.parse(JSON.parse(readFileSync(values.questions, 'utf8')));
  const all: Measured[] = [];
  let said: Said = { kind: 'where', text: '' };
  const model = values.model ? await startLookingModel(() => said) : undefined;
  const { client, close } = await startService({
    modelUrl: model?.baseUrl,
    say: (line) => console.log(line),
  });
  try {
    for (const asked of questions.filter(({ id }) => !only || only.includes(id))) {
      const { measured, answer } = await measure(client, path.resolve(values.dir), asked, (next) => {
        said = next;
      });
      all.push(measured);
      const { isKind, rank, ms } = measured;
      console.log(
        `${asked.id.padEnd(26)} ${isKind ? 'kind ' : 'OTHER'} ${String(rank).padStart(2)} ${rounded(ms)} ms`,
      );
      if (values.verbose && (!isKind || rank === 0 || rank > FIRST))
        console.log(
          `  ${asked.text}\n  wants ${asked.files.slice(0, 6).join(', ')}\n  ${answer.split('\n').slice(0, 8).join('\n  ')}`,
        );
    }
  } finally {
    await close();
    await model?.close();
  }
  console.log(
    JSON.stringify({
      bench: 'questions',
      total: all.length,
      kind: all.filter(({ isKind }) => isKind).length,
      top5: all.filter(({ rank }) => rank > 0 && rank <= FIRST).length,
      msPerQuestion: rounded(median(all.map(({ ms }) => ms))),
    }),
  );
}

void main();
