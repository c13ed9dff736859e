/** Imports of files resolved to files. */
import type { ImportFact } from '../facts';
import type { CodeLanguage } from '../types';
import { readManifests, type Manifests } from './manifests';
import { goImport, javaImport, pythonImport, rustImport, scriptImport } from './script-imports';
import { ProjectPaths } from './project-paths';

export { MANIFEST_NAME } from './manifests';

export interface ImportingFile {
  readonly path: string;
  readonly language?: CodeLanguage;
  readonly imports: readonly ImportFact[];
}

/** Resolver of imports over the paths and manifests of one tree. */
export class ImportResolver {
  private readonly paths: ProjectPaths;
  private readonly manifests: Manifests;

  constructor(paths: Iterable<string>, manifestTexts: ReadonlyMap<string, string>) {
    this.paths = new ProjectPaths(paths);
    this.manifests = readManifests(manifestTexts);
  }

  /** Files that one import means, itself left out; none where it means something from elsewhere. */
  resolve(fact: ImportFact, from: string, language: CodeLanguage): string[] {
    const { paths, manifests } = this;
    switch (language) {
      case 'typescript':
      case 'javascript':
        return scriptImport(fact.specifier, from, paths, manifests);
      case 'python':
        return pythonImport(fact, from, paths);
      case 'go':
        return goImport(fact.specifier, paths, manifests);
      case 'rust':
        return rustImport(fact.specifier, from, paths, manifests);
      case 'java':
        return javaImport(fact, from, paths);
      default:
        return language satisfies never;
    }
  }

  /** Files that a file imports, without itself, sorted. */
  dependencies({ path, language, imports }: ImportingFile): string[] {
    if (language === undefined) return [];
    const found = new Set(imports.flatMap((fact) => this.resolve(fact, path, language)));
    found.delete(path);
    return [...found].sort();
  }
}
