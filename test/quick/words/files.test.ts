/** Calls of the tools on files in Korean and Chinese: what they did, and why they did not, is said in the language of the run. */
import type { TOOL_ARGS } from '../../../src/domain/goal/tool-args';
import { REDACTED } from '../../../src/domain/redact/readings';
import { FilesRun } from '../../support/file-tools';
import { foreign, textsOf } from '../../support/foreign-words';

const REPORT = { name: 'x', kind: 'command' as const, trust: 'command' as const, tests: [], durationMs: 1 };
const TOTALS = { passed: 0, failed: 0, skipped: 0, todo: 0 };

/** Calls that go well, and one for each way in which they do not. */
const CALLS: [keyof typeof TOOL_ARGS, object][] = [
  ['list', { path: '.', depth: 2 }],
  ['list', { path: '1.txt' }],
  ['list', { path: '9/8' }],
  ['find', { path: '.', content: '가' }],
  ['find', { path: '.', name: '0' }],
  ['find', { path: '.', from: 'soon' }],
  ['read', { path: '1.txt' }],
  ['read', { path: '3.pdf' }],
  ['read', { path: '.env' }],
  ['read', { path: '2' }],
  ['read', { path: '4' }],
  ['locate', { what: '9' }],
  ['make_folder', { path: '5/6' }],
  ['make_folder', { path: '5' }],
  ['make_folder', { path: '1.txt' }],
  ['make_folder', { path: '1.txt/2' }],
  ['make_folder', { path: '..' }],
  ['make_folder', { path: '/9' }],
  ['make_folder', { path: `${'9'.repeat(300)}` }],
  ['move', { items: ['2', '2/1.txt', '7'], to: '5' }],
  ['move', { items: ['5'], to: '5/6' }],
  ['move', { items: ['.'], to: '5' }],
  ['move', { items: ['1.txt'], to: '1.txt' }],
  ['move', { items: ['1.txt'], to: '5/2.txt' }],
  ['move', { items: ['1.txt', '5'], to: '6', name: '7' }],
  ['copy', { items: ['1.txt'], to: '6' }],
  ['copy', { items: ['1.txt'], to: '6' }],
  ['rename', { path: '6', name: '8' }],
  ['rename', { path: '8', name: '8' }],
  ['rename', { path: '.', name: '8' }],
  ['write', { path: '1.txt', content: '나' }],
  ['write', { path: '7.txt', content: '나' }],
  ['write', { path: '8', content: '' }],
  ['write', { path: '7.txt', content: REDACTED }],
  ['write', { path: '7.txt', content: '\ud800' }],
  ['edit', { path: '1.txt', edits: [{ search: '나', replacement: '다' }] }],
  ['edit', { path: '1.txt', edits: [{ search: '라', replacement: '마' }] }],
  ['edit', { path: '3.pdf', edits: [{ search: '라', replacement: '마' }] }],
  ['edit', { path: '4', edits: [{ search: '라', replacement: '마' }] }],
  ['run', { command: '«good»', path: '8' }],
  ['run', { command: '«bad»' }],
  ['run', { command: '«late»' }],
  ['delete', { items: ['8', '8/1.txt', '9', '.'] }],
];

test.each(['ko', 'zh'] as const)('the tools on files say nothing in English in %s', async (language) => {
  const texts = { '1.txt': '가', '2/1.txt': '가', '.env': '1', '0.bin': '\0' };
  const run = await FilesRun.on(texts, {
    language,
    runCommand: ({ command, tree }) =>
      Promise.resolve({
        report: {
          ...{ ...REPORT, totals: TOTALS, stdout: '', stderr: '«why»' },
          ...(command === '«late»' ? { end: 'not-run' } : { end: 'completed' }),
          exitCode: command === '«good»' ? 0 : 1,
        } as never,
        after: tree,
      }),
  });
  await run.plantBytes('3.pdf', Buffer.from([0, 1, 2]));
  await run.plantLink('4', '1.txt');
  const said: [string, string][] = [];
  for (const [tool, args] of CALLS) {
    const outcome = await run.call(tool as 'list', args);
    said.push(...textsOf(outcome, tool));
  }
  expect(said.length).toBeGreaterThan(CALLS.length);
  expect(foreign(said)).toEqual([]);
});
