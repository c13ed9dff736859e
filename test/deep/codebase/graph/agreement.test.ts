import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CodeGraph, createCodeGraph, type GraphAnswer } from '../../../../src/codebase/graph';
import type { CodeSymbol, SourceFiles } from '../../../../src/codebase/navigation/types';
import { plantPackage, SOURCE_PACKAGES } from '../../../support/package-project';
import { sourcesIn } from '../../../support/source-files';
import { tempFolder } from '../../../support/temp-folder';
import { type ServerPlace, TypeScriptServer, withoutOverloads } from '../../../support/tsserver';

/** Symbols that are compared, and how many of them must have a call hierarchy. */
const SYMBOLS = 130;
const CALLS = 100;
const { signal } = new AbortController();
const CALLED: ReadonlySet<string> = new Set(['function', 'method', 'class', 'constructor']);

describe.each(SOURCE_PACKAGES)('$name $version', (project) => {
  let folder: string;
  let files: SourceFiles;
  let graph: CodeGraph;
  let server: TypeScriptServer;
  let chosen: CodeSymbol[];
  let called: CodeSymbol[];

  beforeAll(async () => {
    folder = tempFolder(`agree-${project.name}`);
    plantPackage(folder, project);
    files = sourcesIn(folder);
    graph = createCodeGraph({ deadlineMs: 120_000 });
    server = new TypeScriptServer();
    chosen = await spread(() => true);
    called = await spread(({ kind }) => CALLED.has(kind));
    for (const path of new Set([...chosen, ...called].map((symbol) => symbol.path)))
      server.open(join(folder, path));
  });
  afterAll(() => {
    graph.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Symbols of files all over the project, exported and inner ones. */
  async function spread(counts: (symbol: CodeSymbol) => boolean): Promise<CodeSymbol[]> {
    const sources = [...files.files.keys()]
      .filter((path) => /\.ts$/.test(path) && !/locales/.test(path))
      .sort();
    const all: CodeSymbol[] = [];
    for (const path of sources)
      all.push(...((await graph.symbols({ files, directory: folder, signal }, path)) ?? []));
    const counted = all.filter(counts);
    const stride = Math.floor(counted.length / SYMBOLS);
    return counted.filter((_, index) => index % stride === 0).slice(0, SYMBOLS);
  }

  const task = () => ({ files, directory: folder, signal });
  const placeOf = ({ path, nameRange }: CodeSymbol): ServerPlace => ({
    file: join(folder, path),
    start: { line: nameRange.startLine, offset: nameRange.startColumn },
  });
  const named = ({ path, nameRange }: CodeSymbol): string =>
    `${path}:${nameRange.startLine}:${nameRange.startColumn}`;
  /** Places as sorted lines; of libraries the name of the file is enough. */
  const shown = (places: readonly ServerPlace[]): string[] =>
    [...new Set(places.map(({ file, start }) => `${ownPath(file)}:${start.line}:${start.offset}`))].sort();
  const ownPath = (file: string): string =>
    file.startsWith(folder) ? file.slice(folder.length + 1) : `typescript/lib/${basename(file)}`;

  /** Items of the match that stands at the symbol itself. */
  function itemsAt<T>(answer: GraphAnswer<T>, symbol: CodeSymbol): T[] {
    if (answer.status !== 'answered') throw new Error(`${symbol.id}: ${answer.status}`);
    expect(answer.isPartial).toBe(false);
    expect(answer.matches.map((match) => match.more)).toEqual(answer.matches.map(() => 0));
    return answer.matches[0]?.items ?? [];
  }

  test('references are those of the TypeScript server', async () => {
    expect(chosen).toHaveLength(SYMBOLS);
    let compared = 0;
    for (const symbol of chosen) {
      const expected = shown(await server.references(placeOf(symbol)));
      const answer = await graph.references(task(), symbol.id, { limit: 5_000 });
      const found = itemsAt(answer, symbol).map(
        ({ path, range }) => `${path}:${range.startLine}:${range.startColumn}`,
      );
      expect([symbol.id, found.sort()]).toEqual([symbol.id, expected]);
      compared += expected.length;
    }
    expect(compared).toBeGreaterThan(SYMBOLS * 2);
  });

  test.each(['callers', 'callees'] as const)('%s are those of the TypeScript server', async (direction) => {
    expect(called).toHaveLength(SYMBOLS);
    let compared = 0;
    for (const symbol of called) {
      const place = placeOf(symbol);
      const calls = await (direction === 'callers'
        ? server.incomingCalls(place)
        : server.outgoingCalls(place));
      if (!calls) continue;
      const expected = shown(calls.map(withoutOverloads));
      const answer = await graph[direction](task(), symbol.id, { limit: 5_000 });
      const found = itemsAt(answer, symbol).map((node) => named(node.symbol));
      expect([symbol.id, found.sort()]).toEqual([symbol.id, expected]);
      compared += 1;
    }
    expect(compared).toBeGreaterThanOrEqual(CALLS);
  });
});
