/** Words that every part of navigation shares: files, places, symbols. */
import type { BlobHash } from '../../domain/ids';

/** Source files of one tree. Paths are relative with `/`; a text is undefined where the file is binary, too large or gone. */
export interface SourceFiles {
  /** Name of this state of the files: equal names, equal files. */
  readonly name: string;
  readonly files: ReadonlyMap<string, BlobHash>;
  text(path: string): Promise<string | undefined>;
}

/** Place in a file: lines and columns (UTF-16) from 1, the end exclusive. */
export interface CodeRange {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export type SymbolKind =
  | 'class'
  | 'constant'
  | 'constructor'
  | 'enum'
  | 'function'
  | 'interface'
  | 'method'
  | 'module'
  | 'property'
  | 'type'
  | 'variable';

export interface CodeSymbol {
  /** `path#Outer.name`; a second one of the same id ends in `~2`. */
  readonly id: string;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly path: string;
  /** The whole declaration, its comment left out. */
  readonly range: CodeRange;
  /** The name alone. */
  readonly nameRange: CodeRange;
  /** Names of what is around it, joined by dots; '' at the top of a file. */
  readonly container: string;
  readonly isExported: boolean;
  /** First line of the declaration, bounded. */
  readonly signature: string;
}

/** Languages that navigation reads by a grammar; any other text is searched as text. */
export type CodeLanguage = 'typescript' | 'javascript' | 'python' | 'go' | 'rust' | 'java';
