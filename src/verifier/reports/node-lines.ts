import { z } from 'zod';
import { parseJson, type ReadReport, type ReadTest } from './read-test';

const Line = z.object({
  type: z.enum(['test:pass', 'test:fail']),
  name: z.string(),
  nesting: z.number(),
  file: z.string().nullish(),
  line: z.number().nullish(),
  skip: z.boolean(),
  todo: z.boolean(),
  ms: z.number().nullish(),
  suite: z.boolean().nullish(),
  failure: z
    .object({
      type: z.string().nullish(),
      name: z.string().nullish(),
      message: z.string(),
      stack: z.string().nullish(),
      expected: z.string().nullish(),
      received: z.string().nullish(),
    })
    .nullish(),
});
type Line = z.infer<typeof Line>;

/** Tests by the lines of the reporter for `node --test`. A test comes before the suite that holds it. */
export function readNodeLines(text: string): ReadReport | undefined {
  const lines = text.split('\n').flatMap((line) => {
    const parsed = Line.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });
  if (lines.length === 0) return undefined;
  const tests: ReadTest[] = [];
  const titles: string[] = [];
  const parents = new Set<number>();
  // From the last: there a suite comes before its tests.
  for (const line of lines.toReversed()) {
    titles.length = line.nesting;
    titles[line.nesting] = line.name;
    const holds = parents.has(line.nesting + 1) && line.failure?.type === 'subtestsFailed';
    if (line.suite !== true && !holds) tests.push(testOf(line, [...titles]));
    parents.add(line.nesting);
  }
  return { tests: tests.reverse() };
}

function testOf({ name, file, line, skip, todo, ms, type, failure }: Line, path: string[]): ReadTest {
  const status = skip ? 'skipped' : todo ? 'todo' : type === 'test:pass' ? 'passed' : 'failed';
  // A file that failed as a whole is told as a test of its own path.
  const isFile = file != null && path.length === 1 && file.endsWith(name);
  return {
    file: file ?? '',
    path: isFile ? [] : path.map((part) => part ?? ''),
    status,
    durationMs: ms ?? 0,
    ...(failure &&
      status === 'failed' && {
        failure: {
          name: failure.name ?? undefined,
          message: failure.message,
          stack: failure.stack ?? undefined,
          expected: failure.expected ?? undefined,
          received: failure.received ?? undefined,
          ...(isFile && { phase: 'collect' as const }),
          ...(failure.stack == null && line != null && file != null && { location: { file, line } }),
        },
      }),
  };
}
