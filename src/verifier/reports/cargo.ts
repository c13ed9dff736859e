import type { ReadReport, ReadTest } from './read-test';

const RUNNING = /^ {5}Running (?:unittests )?(\S{1,500}) \(/;
const DOC_TESTS = /^ {3}Doc-tests (\S{1,200})/;
const TEST = /^test (.{1,500}?)(?: - should panic)? \.\.\. (ok|FAILED|ignored)(?:, .*)?$/;
const SECTION = /^---- (.{1,500}?) stdout ----$/;
const PANIC = /^thread '[^'\n]{0,500}'(?: \(\d+\))? panicked at (\S{1,500}?):(\d{1,7}):(\d{1,7}):?$/m;
const STATUS: Record<string, ReadTest['status']> = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' };

/** Tests by what `cargo test` prints, both streams in one: stable Rust has no report of its own. */
export function readCargo(text: string): ReadReport | undefined {
  let file = '';
  const tests: { file: string; name: string; status: ReadTest['status'] }[] = [];
  const sections = new Map<string, string[]>();
  let section: string[] | undefined;
  for (const line of text.split('\n')) {
    const target = RUNNING.exec(line)?.[1] ?? DOC_TESTS.exec(line)?.[1];
    const [, name, status = ''] = TEST.exec(line) ?? [];
    const [, of] = SECTION.exec(line) ?? [];
    if (target !== undefined) file = target;
    else if (name !== undefined) tests.push({ file, name, status: STATUS[status] ?? 'failed' });
    if (of !== undefined) sections.set(`${file}\n${of}`, (section = []));
    else if (line === 'failures:' || target !== undefined) section = undefined;
    else section?.push(line);
  }
  if (tests.length === 0) return undefined;
  return {
    tests: tests.map(({ file: of, name, status }) => ({
      file: of,
      path: name.split('::'),
      status,
      ...(status === 'failed' && {
        failure: failureOf((sections.get(`${of}\n${name}`) ?? []).join('\n').trim()),
      }),
    })),
  };
}

function failureOf(said: string): NonNullable<ReadTest['failure']> {
  const panic = PANIC.exec(said);
  if (!panic) return { message: said };
  const [head, file = '', line, column] = panic;
  const [body = ''] = said.slice(panic.index + head.length).split(/^(?:stack backtrace:|note: run with)/m, 1);
  const message = body.trim();
  return {
    name: message.startsWith('assertion') ? 'AssertionError' : 'panic',
    message,
    stack: said,
    received: /^ {1,3}left: (.{0,2000})$/m.exec(body)?.[1],
    expected: /^ {1,3}right: (.{0,2000})$/m.exec(body)?.[1],
    location: { file, line: Number(line), column: Number(column) },
  };
}
