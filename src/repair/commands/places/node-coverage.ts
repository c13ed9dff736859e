import { z } from 'zod';
import type { Spectrum } from '../../search/suspects';
import { JobFolder, runScript } from '../trials/script';
import type { CoverageTask } from './coverage-task';

const Range = z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() });
const Script = z.object({ path: z.string(), functions: z.array(z.array(Range)) });
type Script = z.infer<typeof Script>;

/** Prints what V8 has seen of the project's own files, in few words. */
const READER = `
const fs = require('node:fs'), path = require('node:path');
const root = fs.realpathSync(process.argv[2]) + path.sep, folder = process.argv[3];
const known = new Set(JSON.parse(fs.readFileSync(process.argv[4], 'utf8')));
let left = 60000;
for (const name of fs.existsSync(folder) ? fs.readdirSync(folder) : []) {
  let data;
  try { data = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')); } catch { continue; }
  for (const { url, functions } of data.result) {
    if (!url.startsWith('file://')) continue;
    const file = decodeURIComponent(url.slice(7)).split('?')[0];
    const local = file.startsWith(root) ? file.slice(root.length) : undefined;
    if (!known.has(local)) continue;
    const line = JSON.stringify({ path: local, functions: functions.map((one) => one.ranges.map(({ startOffset, endOffset, count }) => ({ startOffset, endOffset, count }))) });
    left -= line.length;
    if (left > 0) process.stdout.write('kintsugi-script ' + line + '\\n');
  }
}
`;

/** Lines that the failing tests run, by the coverage of V8: of plain files, whose texts run as they stand. */
export async function nodeCoverage(task: CoverageTask): Promise<readonly Spectrum[] | undefined> {
  const { bench, line, timeoutMs, signal, paths, isMutable, texts } = task;
  const folder = await JobFolder.make(bench);
  await folder.write('reader.cjs', READER);
  await folder.write('paths.json', JSON.stringify(paths.filter(isMutable)));
  await folder.write('check', line);
  const lines = [
    `NODE_V8_COVERAGE=${folder.file('v8')} sh ${folder.file('check')} >/dev/null 2>&1 </dev/null`,
    `node ${folder.file('reader.cjs')} "$PWD" ${folder.file('v8')} ${folder.file('paths.json')}`,
  ];
  const { stdout } = await runScript(bench, folder, lines, { timeoutMs, signal });
  const ran = new Map<string, number[]>();
  for (const [, json = ''] of stdout.matchAll(/^kintsugi-script (.+)$/gm)) {
    const script = scriptOf(json);
    if (!script) continue;
    const own = linesOf(script, texts.get(script.path) ?? '');
    ran.set(script.path, [...new Set([...(ran.get(script.path) ?? []), ...own])]);
  }
  return ran.size === 0 ? undefined : [{ failed: true, lines: ran }];
}

function scriptOf(json: string): Script | undefined {
  try {
    const parsed = Script.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Lines of functions that ran, without the blocks that did not; what ran as the file was loaded is no function's. */
function linesOf({ functions }: Script, text: string): number[] {
  const counts = new Int8Array(text.length).fill(-1);
  const ranges = functions.flatMap((one) =>
    one[0]?.startOffset === 0 && one[0].endOffset >= text.length - 1 ? [] : one,
  );
  // Inner ranges come later and win.
  for (const { startOffset, endOffset, count } of [...ranges].sort(
    (a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset),
  ))
    counts.fill(count > 0 ? 1 : 0, startOffset, Math.min(endOffset, text.length));
  const found: number[] = [];
  let line = 1;
  let has = false;
  for (let at = 0; at <= text.length; at++) {
    if (at === text.length || text[at] === '\n') {
      if (has) found.push(line);
      line += 1;
      has = false;
    } else if (counts[at] === 1 && text[at]?.trim() !== '') has = true;
  }
  return found;
}
