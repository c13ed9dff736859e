import { classOfFile } from '../../../domain/navigation/file-class';
import { isTestSide } from '../../../domain/verification/protected-paths';
import type { CodeSymbol, Navigation, SearchHit } from '../../../codebase/navigation';
import type { Material } from '../../../coder';
import { declarationOf, documentOf, type RelatedDocument, type Wanted } from './declaration';

const DOC_SCORE = 5;
/** Code that was only searched for says less than what is called. */
const FOUND_SCORE = 2;
const MOST_FOUND = 4;
const MOST_CALLED = 60;
/** Ways of the search that have to agree on a file. */
const LEAST_WAYS = 2;
const MOST_COMMENT_LINES = 12;
const COMMENT_LINE = /^\s{0,40}(?:\/\/|\/\*|\*|#)/;

/** Index of a project, and words to search in it. */
export interface Indexed {
  /** Absent: the model is shown all sources, or they could not be read in time. */
  navigation?: Navigation;
  /** Words of what failed. */
  said?: string;
}

/** Facts on the code in question. */
interface Question extends Wanted {
  readonly called: readonly string[];
}

/** True for a source of the project itself (no test, no package) that may explain a failure. */
export function isRelatedSource(path: string): boolean {
  return classOfFile(path) === 'source' && !isTestSide(path);
}

/** Doc comments of what the code in question calls, and passages that the index finds for what failed. */
export async function indexedDocuments(
  material: Material,
  question: Question,
  shown: ReadonlySet<string>,
  { navigation, said = '' }: Indexed,
): Promise<RelatedDocument[]> {
  if (!navigation) return [];
  const fits = (path: string): boolean => !shown.has(path) && isRelatedSource(path);
  const imported = new Set(question.files.flatMap((path) => navigation.dependencies(path) ?? []));
  const documents: RelatedDocument[] = [];
  const told = new Set<string>();
  for (const name of question.called.slice(0, MOST_CALLED)) {
    const declared = namesakes(navigation, name)
      .filter(({ path }) => fits(path))
      .sort((left, right) => Number(imported.has(right.path)) - Number(imported.has(left.path)));
    for (const symbol of declared) {
      const text = commented((await material.text(symbol.path)) ?? '', symbol);
      if (text === undefined) continue;
      documents.push(documentOf(`${symbol.path}: ${name}`, text, DOC_SCORE));
      told.add(symbol.path);
      break;
    }
  }
  const asked = [said, ...question.called].join('\n');
  const hits = await navigation.search(asked, {
    limit: MOST_FOUND,
    only: (path) => fits(path) && !told.has(path),
  });
  const agreed = hits.filter(({ path, why }) => why.length >= LEAST_WAYS || imported.has(path));
  return [...documents, ...agreed.map(foundDocument)];
}

function namesakes(navigation: Navigation, name: string): CodeSymbol[] {
  return navigation
    .symbols(name, 10)
    .flatMap(({ symbol }) => (symbol.name === name && symbol.container === '' ? [symbol] : []));
}

/** The comment of a declaration with its head; undefined where nobody commented it. */
function commented(text: string, { name, range, signature }: CodeSymbol): string | undefined {
  const declared = declarationOf(text, name, { whole: false });
  if (declared) return declared.comment === '' ? undefined : `${declared.comment}\n${declared.head}`;
  const lines = text.split('\n');
  const end = range.startLine - 1;
  let start = end;
  while (start > 0 && end - start < MOST_COMMENT_LINES && COMMENT_LINE.test(lines[start - 1] ?? ''))
    start -= 1;
  return start === end ? undefined : [...lines.slice(start, end), signature].join('\n');
}

function foundDocument({ path, range, symbolId, snippet }: SearchHit, index: number): RelatedDocument {
  const name = symbolId === undefined ? '' : ` ${symbolId.slice(path.length + 1)}`;
  return documentOf(`${path}:${range.startLine}${name}`, snippet, FOUND_SCORE - index / (2 * MOST_FOUND));
}
