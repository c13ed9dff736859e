import { inEachLanguage } from '../../../domain/run/said';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isSamePackage, packageOf } from '../../../domain/dependencies/import-names';
import { isWideRange } from '../../../domain/dependencies/assess';
import type { Manifest } from '../../../domain/dependencies/types';
import {
  countFindings,
  findingLine,
  findingsText,
  sortedFindings,
  type Finding,
} from '../../../domain/session/findings';
import { mlLibrary } from '../../../domain/ml/libraries';
import { usesIn, type TextUses } from '../../../domain/ml/uses';
import { classOfFile } from '../../../domain/navigation/file-class';
import { parentPath } from '../../../domain/files/paths';
import type { Navigation } from '../../../codebase/navigation';
import { dependencyFacts } from '../dependency-facts';
import { keepDetail, keepMaterial } from '../project-files';
import { openTexts, type TreeTexts } from '../texts';
import type { Handler } from '../types';
import type { BlobHash } from '../../../domain/ids';
import { KintsugiError } from '../../../domain/kintsugi-error';
import { readDataset } from '../../../datasets';
import { HashingStream } from '../../../store';

const MOST_DATA_BYTES = 16_000_000;
const MOST_FILES = 300;
const SHOWN_USES = 12;
const LISTED_USES = 150;

const WORDS = inEachLanguage((say) => ({
  none: say`No use of a model or of data was found in the project.`,
  uses: say`Uses of models and data`,
}));

/** A source file with its uses. */
interface Using extends TextUses {
  path: string;
  libraries: { name: string; specifier: string; use: string; line: number }[];
}

/** Examines the uses of models and data, and whether files, columns and versions are as the code expects them. */
export const examineModels: Handler = async (deps, { task, directory }, { signal }) => {
  const navigation = await deps.navigate({ directory, tree: task.files.tree }, signal);
  const texts = await openTexts(deps, task.files.tree);
  const words = WORDS[task.language];
  const using = await usingFiles(texts, navigation, signal);
  if (using.length === 0) return { status: 'done', answer: words.none, files: [] };
  const { manifests } = await dependencyFacts(texts, navigation);
  const columns = await columnsOf(texts, using, signal);
  const findings = sortedFindings([
    ...using.flatMap((one) => [...fileIssues(one, texts), ...columnIssues(one, texts, columns)]),
    ...pinIssues(using, manifests),
  ]);
  const uses = using.flatMap(useLines);
  const { error } = countFindings(findings);
  const told = [`${words.uses}:`, ...uses.slice(0, SHOWN_USES), findingsText(findings, task.language)];
  const data = [...columns].map(([path, names]) => `${path}: ${names.join(', ')}`).join('\n');
  return {
    status: 'done',
    answer: deps.redact(told.join('\n')),
    detail: await keepDetail(deps, { uses: using, columns: Object.fromEntries(columns), findings }),
    material: await keepMaterial(
      deps,
      [
        `Uses:\n${uses.slice(0, LISTED_USES).join('\n')}`,
        `Columns of data files:\n${data || '(none read)'}`,
        `Findings:\n${findings.map(findingLine).join('\n') || '(none)'}`,
      ].join('\n\n'),
    ),
    files: using.map(({ path }) => path),
    ...(error > 0 && { trigger: 'contract_broken', reason: `broken contracts: ${error}` }),
  };
};

async function usingFiles(texts: TreeTexts, navigation: Navigation, signal: AbortSignal): Promise<Using[]> {
  const found: Using[] = [];
  for (const path of navigation.paths) {
    const facts = navigation.facts(path);
    if (facts?.language === undefined) continue;
    signal.throwIfAborted();
    const libraries = facts.imports.flatMap(({ specifier, range }) => {
      const library = mlLibrary(specifier);
      return library ? [{ ...library, specifier, line: range.startLine }] : [];
    });
    const text = await texts.text(path);
    const uses = usesIn(text ?? '');
    const isUse = libraries.length + uses.files.length + uses.endpoints.length > 0;
    if (isUse) found.push({ path, libraries, ...uses });
    if (found.length === MOST_FILES) break;
  }
  return found;
}

/** Path in the tree of a file that code names: from the root, or from the code's own folder. */
function resolved(named: string, from: string, texts: TreeTexts): string | undefined {
  const plain = named.replace(/^(?:\.\.?\/){1,10}/, '');
  const folder = parentPath(from);
  const places = [plain, folder === '' ? plain : `${folder}/${plain}`];
  const exact = places.find((path) => texts.size(path) !== undefined);
  if (exact !== undefined) return exact;
  const ends = texts.paths.filter((path) => path.endsWith(`/${plain}`));
  return ends.length === 1 ? ends[0] : undefined;
}

function fileIssues({ path, files, libraries }: Using, texts: TreeTexts): Finding[] {
  return files.flatMap(({ path: named, line, kind, isWritten }): Finding[] => {
    // Addresses, names with variables and paths of a machine are not of the project.
    if (
      isWritten ||
      /^[a-z][a-z0-9+.-]{1,20}:\/\/|^[/~]|[{}$%*]/i.test(named) ||
      resolved(named, path, texts)
    )
      return [];
    // A name in a test, or in code that uses no library of models, need not be a file.
    const isContract = libraries.length > 0 && classOfFile(path) === 'source';
    const severity = !isContract ? 'note' : kind === 'model' ? 'error' : 'warning';
    const message = `${named} is not among the project's files; a file that is ignored or fetched later is not seen.`;
    return [{ severity, path, line, rule: `missing-${kind}-file`, message }];
  });
}

async function columnsOf(
  texts: TreeTexts,
  using: readonly Using[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const named = using.flatMap(({ path, files }) =>
    files.flatMap((one) => (one.kind === 'data' ? [resolved(one.path, path, texts)] : [])),
  );
  for (const path of new Set(named)) {
    const bytes = path === undefined ? undefined : await texts.bytes(path, MOST_DATA_BYTES);
    const columns = path !== undefined && bytes ? await dataColumns(path, bytes, signal) : undefined;
    if (path !== undefined && columns) found.set(path, columns);
  }
  return found;
}

function columnIssues(
  { path, columns: used }: Using,
  texts: TreeTexts,
  columns: ReadonlyMap<string, readonly string[]>,
): Finding[] {
  return used.flatMap(({ data, column, line }): Finding[] => {
    const file = resolved(data, path, texts);
    const has = file === undefined ? undefined : columns.get(file);
    if (!has || file === undefined || has.includes(column)) return [];
    const message = `${file} has no column ${column}; it has ${has.slice(0, 20).join(', ')}.`;
    return [{ severity: 'error', path, line, rule: 'missing-column', message }];
  });
}

/** Libraries whose version is left open: models and their results change with it. */
function pinIssues(using: readonly Using[], manifests: readonly Manifest[]): Finding[] {
  const specifiers = [
    ...new Set(using.flatMap(({ libraries }) => libraries.map(({ specifier }) => specifier))),
  ];
  return manifests.flatMap(({ path, ecosystem, declared }) =>
    declared.flatMap((one): Finding[] => {
      const isUsed = specifiers.some((specifier) => {
        const name = packageOf(specifier, ecosystem);
        return name !== undefined && isSamePackage(name, one.name, ecosystem);
      });
      if (!isUsed || !isWideRange(one, ecosystem)) return [];
      const message = `${one.name} has no version pin: what a model gives may change with it.`;
      return [{ severity: 'warning', path, line: one.line, rule: 'no-version-pin', message }];
    }),
  );
}

function useLines({ path, libraries, files, endpoints }: Using): string[] {
  return [
    ...libraries.map(({ name, use, line }) => `- ${path}:${line} ${name} (${use})`),
    ...files.map(
      (one) => `- ${path}:${one.line} ${one.path} (${one.kind}${one.isWritten ? ', written' : ''})`,
    ),
    ...endpoints.map(({ text, line }) => `- ${path}:${line} ${text} (endpoint)`),
  ];
}

const MOST_ROWS = 1_000_000;

/** Names of the columns of a data file; undefined where it can't be read or has none. */
async function dataColumns(path: string, bytes: Buffer, signal: AbortSignal): Promise<string[] | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kintsugi-data-'));
  try {
    const file = join(folder, basename(path));
    await writeFile(file, bytes);
    const sink = new FirstLine();
    await readDataset(sink, { file }, { signal, limits: { rows: MOST_ROWS } });
    return sink.columns();
  } catch (error) {
    // A file that is no data of its format says nothing of its columns.
    if (error instanceof KintsugiError) return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps the beginning of the stored form alone: the columns stand there. */
class FirstLine {
  private first = '';

  async put(chunks: AsyncIterable<Uint8Array>): Promise<BlobHash> {
    const stream = new HashingStream();
    for await (const chunk of chunks) {
      if (this.first === '') this.first = Buffer.from(chunk).toString('utf8');
      stream.update(chunk);
    }
    return stream.digest();
  }

  columns(): string[] | undefined {
    const told = JSON.parse(this.first || 'null') as unknown;
    if (Array.isArray(told))
      return [...new Set(told.flatMap((item: unknown) => (isRecord(item) ? Object.keys(item) : [])))];
    const columns = isRecord(told) ? told.columns : undefined;
    return Array.isArray(columns) ? columns.map(String) : undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
