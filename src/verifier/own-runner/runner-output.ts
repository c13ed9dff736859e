import { z } from 'zod';
import type { RunnerFile } from '../../domain/verification/own-runner';

/** The JSON report of jest, and that of vitest, as far as it is read. */
const JsonReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().nullish(),
      assertionResults: z.array(
        z.object({
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Results of the files by the JSON that jest and vitest write; undefined where the text holds no report. */
export function readJsonReport(text: string, files: readonly string[]): RunnerFile[] | undefined {
  const parsed = JsonReport.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  return files.map((file) => {
    const found = parsed.data.testResults.find(({ name }) => name === file || name.endsWith(`/${file}`));
    const tests = (found?.assertionResults ?? []).map((one) => ({
      path: [...one.ancestorTitles.filter((title) => title !== ''), one.title],
      status: statusOf(one.status),
      message: one.failureMessages?.[0] ?? '',
    }));
    return { file, tests, message: found?.message ?? '' };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusOf(status: string): RunnerFile['tests'][number]['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

const SUBTEST = /^( *)# Subtest: (.*)$/;
const RESULT = /^( *)(not ok|ok) \d{1,9} - (.*)/;
const DIRECTIVE = / # (?:SKIP|TODO)\b/;
const INDENT = 4;

/** Results of one file by the TAP that `node --test` prints. A suite counts as a test of its name. */
export function readTap(text: string, file: string): RunnerFile {
  const names: string[] = [];
  const tests: RunnerFile['tests'][number][] = [];
  for (const line of text.split('\n')) {
    const [, indent = '', name] = SUBTEST.exec(line) ?? [];
    if (name !== undefined) names[indent.length / INDENT] = plain(name);
    const [, depth = '', result, rest = ''] = RESULT.exec(line) ?? [];
    if (result === undefined) continue;
    const directive = DIRECTIVE.exec(rest);
    const title = rest.slice(0, directive?.index);
    const path = [...names.slice(0, depth.length / INDENT), plain(title)];
    const status = directive ? 'skipped' : result === 'ok' ? 'passed' : 'failed';
    tests.push({ path, status, message: `${result} - ${plain(title)}` });
  }
  return { file, tests, message: tests.length === 0 ? text.trim() : '' };
}

function plain(name: string): string {
  return name.replace(/\\([\\#])/g, '$1');
}
