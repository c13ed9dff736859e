/**
 * `npm run bench:graph -- [--symbols N]`: how long questions about code take, as ratios to TypeScript's own server on the same
 * sources and symbols.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hashBytes } from '../src/store/hash';
import { createCodeGraph, type CodeGraph, type GraphTask } from '../src/codebase/graph/index';
import type { CodeSymbol, SourceFiles } from '../src/codebase/navigation/types';
import { plantPackage, SOURCE_PACKAGES, type SourcePackage } from '../test/support/package-project';
import { sourcesIn } from '../test/support/source-files';
import { type ServerPlace, TypeScriptServer } from '../test/support/tsserver';
import { median, rounded, timed } from './statistics';

const CALLED: ReadonlySet<string> = new Set(['function', 'method', 'class', 'constructor']);
const KINDS = ['references', 'callers', 'callees'] as const;
const { signal } = new AbortController();

/** Functions, methods and classes of files all over a project. */
async function spread(graph: CodeGraph, task: GraphTask, count: number): Promise<CodeSymbol[]> {
  const all: CodeSymbol[] = [];
  for (const file of [...task.files.files.keys()].filter((name) => name.endsWith('.ts')).sort())
    all.push(...((await graph.symbols(task, file)) ?? []).filter(({ kind }) => CALLED.has(kind)));
  const stride = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % stride === 0).slice(0, count);
}

/** The same files with a comment more in the one in the middle. */
function changed(files: SourceFiles): SourceFiles {
  const paths = [...files.files.keys()].filter((file) => file.endsWith('.ts')).sort();
  const chosen = paths[Math.floor(paths.length / 2)] ?? '';
  const name = `${files.name}-changed`;
  const text = async (file: string): Promise<string | undefined> =>
    file === chosen ? `${await files.text(file)}\n// changed\n` : files.text(file);
  return { name, files: new Map(files.files).set(chosen, hashBytes(Buffer.from(`${name}${chosen}`))), text };
}

async function measured(folder: string, project: SourcePackage, count: number): Promise<object> {
  plantPackage(folder, project);
  const files = sourcesIn(folder);
  const task: GraphTask = { files, directory: folder, signal };
  const graph = createCodeGraph({ deadlineMs: 120_000 });
  const server = new TypeScriptServer();
  try {
    const coldMs = await timed(() => graph.callers(task, 'create'));
    const symbols = await spread(graph, task, count);
    for (const file of new Set(symbols.map((symbol) => symbol.path))) server.open(path.join(folder, file));
    const asked = {
      references: server.references,
      callers: server.incomingCalls,
      callees: server.outgoingCalls,
    };
    const medians: Record<string, number> = {};
    for (const kind of KINDS) {
      const [own, peers]: [number[], number[]] = [[], []];
      for (const symbol of symbols) {
        const { startLine: line, startColumn: offset } = symbol.nameRange;
        const place: ServerPlace = { file: path.join(folder, symbol.path), start: { line, offset } };
        own.push(await timed(() => graph[kind](task, symbol.id)));
        peers.push(await timed(() => asked[kind].call(server, place)));
      }
      medians[`${kind}Ms`] = rounded(median(own));
      medians[`${kind}Ratio`] = rounded(median(own) / median(peers), 2);
    }
    const next = { ...task, files: changed(files) };
    const changedMs = await timed(() => graph.callers(next, 'create'));
    return {
      project: project.name,
      files: files.files.size,
      coldMs: Math.round(coldMs),
      changedMs: Math.round(changedMs),
      ...medians,
    };
  } finally {
    graph.close();
    server.close();
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { symbols: { type: 'string', default: '100' } } });
  const projects: object[] = [];
  for (const project of SOURCE_PACKAGES) {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kintsugi-bench-graph-')));
    try {
      projects.push(await measured(folder, project, Number(values.symbols)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  console.table(projects);
  console.log(JSON.stringify({ bench: 'graph', projects }));
}

void main();
