/** Answers to questions about names, from the engines that read a tree. */

import { nearestNames, dependentFiles, impactWeight, rankFiles } from '../../domain/code-graph/impact-rank';
import { lastName, parseSymbolName, symbolsNamed } from '../../domain/code-graph/symbol-name';
import { walkGraph, type Walked } from '../../domain/code-graph/walk';
import { protectedReason } from '../../domain/verification/protected-paths';
import { fileSymbol, nodeKey } from './nodes';
import type {
  Answers,
  CallNode,
  Definition,
  Engine,
  GraphAnswer,
  GraphEdge,
  GraphNode,
  GraphQuestion,
  Match,
  Impact,
  TouchedFile,
  TouchedSymbol,
} from './types';

/** Files that import others, as somebody else knows them. */
export interface FileDependencies {
  /** Files that import this one. */
  dependents(path: string): readonly string[];
}

/** Weight of a file that imports a touched one without using what is changed: below each that uses it. */
const IMPORT_SHARE = 0.05;

/** Symbols of one name that are looked at; `get` may be the name of a thousand. */
const MOST_MATCHES = 10;
/** Members that are part of what a change of a type or a file touches. */
const MOST_MEMBERS = 100;
const NEAREST = 3;

type Asked = Extract<GraphQuestion, { of: string }>;
type Item = Answers[keyof Answers];
type Told = GraphAnswer<Item>;

/** Symbol that is asked about, by the engine that knows it. */
interface Subject {
  engine: Engine;
  node: GraphNode;
  /** Nodes that a walk begins with. */
  starts: GraphNode[];
  /** Given where the question named a place. */
  definitions?: GraphEdge[];
}

/** True for tests of any language. */
export function isTest(path: string): boolean {
  return protectedReason(path) === 'is a test';
}

/** One question on its way to an answer. */
export class Answering {
  private isPartial = false;

  constructor(
    private readonly engines: readonly Engine[],
    private readonly question: Asked,
    private readonly isLate: () => boolean,
    private readonly part: (answer: Told) => void,
  ) {}

  answer(): Told {
    const subjects = this.guarded(() => this.subjects(), []);
    if (subjects.length === 0 && !this.isPartial) return this.unknown();
    const matches: Match<Item>[] = [];
    const told = (last: Match<Item>[], isPartial: boolean): Told => ({
      status: 'answered',
      matches: [...matches, ...last],
      moreMatches: Math.max(0, subjects.length - MOST_MATCHES),
      isPartial,
    });
    for (const subject of subjects.slice(0, MOST_MATCHES)) {
      const { symbol } = subject.node;
      this.part(told([{ symbol, items: [], more: 0 }], true));
      const match = this.match(subject, (items) => this.part(told([{ symbol, items, more: 0 }], true)));
      matches.push({ symbol, ...match });
    }
    return told([], this.isPartial);
  }

  private match(subject: Subject, onLevel: (items: CallNode[]) => void): Pick<Match<Item>, 'items' | 'more'> {
    const { engine, node } = subject;
    switch (this.question.kind) {
      case 'definition':
        return this.cut((subject.definitions ?? [{ node, sites: [], isExact: true }]).map(definition));
      case 'references':
        return this.cut(this.guarded(() => engine.references(node), []));
      case 'callers':
        return this.walk(subject, (one) => engine.callers(one), onLevel);
      case 'callees':
        return this.walk(subject, (one) => engine.callees(one), onLevel);
      case 'users':
        return this.walk(subject, (one) => engine.users(one), onLevel);
    }
  }

  private walk(
    { starts }: Subject,
    edgesOf: (node: GraphNode) => GraphEdge[],
    onLevel: (items: CallNode[]) => void,
  ): { items: CallNode[]; more: number } {
    const { depth, limit, kind } = this.question;
    const edges = (node: GraphNode): GraphEdge[] =>
      node.isExternal ? [] : this.guarded(() => edgesOf(node), []);
    const options = { keyOf: nodeKey, depth, limit, isLate: this.isLate, listsStarts: kind !== 'users' };
    const walked = walkGraph<GraphNode, GraphEdge>(starts, edges, options, (nodes) =>
      onLevel(nodes.map(callNode)),
    );
    this.isPartial ||= walked.isLate;
    return { items: walked.nodes.map(callNode), more: walked.more };
  }

  private cut(items: Item[]): { items: Item[]; more: number } {
    const { limit } = this.question;
    return { items: items.slice(0, limit), more: Math.max(0, items.length - limit) };
  }

  /** Result of `work`; `otherwise` where it was cancelled for want of time, or ran out of stack. */
  private guarded<T>(work: () => T, otherwise: T): T {
    try {
      return work();
    } catch (error) {
      if (!this.isLate() && !(error instanceof RangeError)) throw error;
      this.isPartial = true;
      return otherwise;
    }
  }

  private subjects(): Subject[] {
    const { of, kind } = this.question;
    const file = this.ofFile(of);
    if (file) return [file];
    const name = parseSymbolName(of);
    if (name.kind === 'name') {
      const found = this.engines.flatMap((engine) =>
        engine.named(lastName(name.qualified)).map((node) => ({ ...node.symbol, engine, node })),
      );
      return symbolsNamed(name, found, isTest).map(({ engine, node }) => ({
        engine,
        node,
        starts: kind === 'users' ? [node, ...membersOf(engine, node)] : [node],
      }));
    }
    const engine = this.engines.find((one) => one.reads(name.path));
    const at = engine?.at(name.path, name.line, name.column);
    return engine && at ? [{ engine, ...at, starts: [at.node] }] : [];
  }

  private ofFile(path: string): Subject | undefined {
    const engine = this.engines.find((one) => one.reads(path));
    const symbols = engine?.symbols(path);
    if (!engine || !symbols) return undefined;
    const range = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 };
    const node: GraphNode = {
      symbol: fileSymbol(path, range),
      isExternal: false,
      file: symbols[0]?.file ?? path,
      offset: 0,
    };
    const starts = this.question.kind === 'users' ? [node, ...symbols.slice(0, MOST_MEMBERS)] : [node];
    return { engine, node, starts };
  }

  private unknown(): Told {
    const wanted = parseSymbolName(this.question.of);
    if (wanted.kind === 'place') return { status: 'unknown', nearest: [] };
    const known = new Set(this.engines.flatMap((engine) => this.guarded(() => [...engine.names()], [])));
    return { status: 'unknown', nearest: nearestNames(lastName(wanted.qualified), known, NEAREST) };
  }
}

/** Symbols in a type: who uses them uses it. */
function membersOf(engine: Engine, { symbol }: GraphNode): GraphNode[] {
  const inner = symbol.container === '' ? symbol.name : `${symbol.container}.${symbol.name}`;
  const siblings = engine.symbols(symbol.path) ?? [];
  return siblings.filter((one) => one.symbol.container === inner).slice(0, MOST_MEMBERS);
}

function definition({ node: { symbol, isExternal }, isExact }: GraphEdge): Definition {
  return { symbol, isExact, isExternal };
}

function callNode({ edge, depth, way, isExact }: Walked<GraphNode, GraphEdge>): CallNode {
  const { symbol, isExternal } = edge.node;
  return { symbol, depth, way: way.map((node) => node.symbol.id), sites: edge.sites, isExact, isExternal };
}

/** Impact of the symbols asked for: who uses them, and who imports their files, up to a depth. */
export function impactOf(
  matches: readonly Match<CallNode>[],
  dependencies: FileDependencies,
  depth: number,
): Impact {
  const changed = matches.map(({ symbol }) => symbol);
  const symbols = touchedSymbols(matches);
  const byUse = rankFiles(symbols.map(({ symbol: { path }, weight }) => ({ path, weight })));
  const paths = [...new Set(changed.map(({ path }) => path))];
  const used = new Set([...paths, ...byUse.map(({ path }) => path)]);
  const imported = [...dependentFiles(paths, (path) => dependencies.dependents(path), depth)];
  const byImport = imported
    .filter(([path]) => !used.has(path))
    .map(([path, distance]) => ({ path, weight: IMPORT_SHARE * 0.5 ** (distance - 1) }));
  const files: TouchedFile[] = [
    ...byUse.map((file) => ({ ...file, by: 'symbols' as const, isTest: isTest(file.path) })),
    ...rankFiles(byImport).map((file) => ({ ...file, by: 'imports' as const, isTest: isTest(file.path) })),
  ];
  return { changed, symbols, files, tests: files.filter((file) => file.isTest).map(({ path }) => path) };
}

/** Symbols of all walks, each by its nearest way, the heaviest first. */
function touchedSymbols(matches: readonly Match<CallNode>[]): TouchedSymbol[] {
  const own = new Set(matches.map(({ symbol }) => symbol.id));
  const found = new Map<string, TouchedSymbol>();
  for (const { symbol, depth, way, sites, isExact, isExternal } of matches.flatMap(({ items }) => items)) {
    const known = found.get(symbol.id);
    if (isExternal || own.has(symbol.id) || (known && known.depth <= depth)) continue;
    const touched = { depth, way, uses: sites.length, isExact, isTest: isTest(symbol.path) };
    found.set(symbol.id, { symbol, ...touched, weight: impactWeight(touched) });
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight || (a.symbol.id < b.symbol.id ? -1 : 1));
}

/** Dependencies by a list of imports. */
export function dependenciesOf(edges: readonly (readonly [from: string, to: string])[]): FileDependencies {
  const dependents = new Map<string, string[]>();
  for (const [from, to] of edges) dependents.set(to, [...(dependents.get(to) ?? []), from]);
  return { dependents: (path) => dependents.get(path) ?? [] };
}
