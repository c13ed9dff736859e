import ts from 'typescript';
import type { Disk } from './disk';
import type { TreeFiles } from './tree-files';

/** Parts of a language service that change from question to question. */
export interface HostedState {
  options(): ts.CompilerOptions;
  /** Equal while nothing has changed. */
  version(): string;
  files(): TreeFiles;
  /** Absolute names of the files that a program begins with. */
  roots(): string[];
  /** The tree has other paths than the one before: what was found nowhere may be there now. */
  isMoved(): boolean;
  isLate(): boolean;
  /** Text of a file of the tree as the compiler shall have it. Absent: as it is. */
  textOf?(text: string, path: string): string | undefined;
}

/** Host of a language service over the files of a tree and installed packages. */
export function languageHost(disk: Disk, state: HostedState): ts.LanguageServiceHost {
  const { files } = state;
  const read = (name: string): string | undefined => {
    const text = disk.read(files(), name);
    return text === undefined || !state.textOf ? text : state.textOf(text, name);
  };
  return {
    getCompilationSettings: () => state.options(),
    getProjectVersion: () => state.version(),
    getScriptFileNames: () => state.roots(),
    getScriptVersion: (name) => files().hash(disk.inTree(name) ?? '') ?? 'installed',
    getScriptSnapshot: (name) => {
      const text = read(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => disk.root,
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    useCaseSensitiveFileNames: () => true,
    fileExists: (name) => disk.fileExists(files(), name),
    readFile: (name) => disk.read(files(), name),
    directoryExists: (name) => disk.directoryExists(files(), name),
    getDirectories: (name) => disk.directories(files(), name),
    realpath: (name) => disk.realpath(files(), name),
    getCancellationToken: () => ({ isCancellationRequested: () => state.isLate() }),
    // Not in the public types of the host, but read by the service.
    ...{ hasInvalidatedResolutions: (name: string) => state.isMoved() && disk.inTree(name) !== undefined },
  };
}
