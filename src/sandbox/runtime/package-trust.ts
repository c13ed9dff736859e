/** Packages that only tests have asked for, directly or through others: these work for the tests. */

const FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/** Folder of the package that a file belongs to. */
export function packageFolder(path: string): string {
  return FOLDER.exec(path)?.[0] ?? path;
}

export class PackageTrust {
  private readonly shared = new Set<string>();
  private readonly loaded = new Map<string, Set<string>>();

  /** A package was asked for by another. */
  byPackage(from: string, to: string): void {
    const [asking, asked] = [packageFolder(from), packageFolder(to)];
    if (asking === asked) return;
    const all = this.loaded.get(asking) ?? new Set();
    this.loaded.set(asking, all.add(asked));
    if (this.shared.has(asking)) this.share(asked);
  }

  /** The program has asked for it. */
  byProgram(to: string): void {
    this.share(packageFolder(to));
  }

  private share(folder: string): void {
    if (this.shared.has(folder)) return;
    this.shared.add(folder);
    for (const next of this.loaded.get(folder) ?? []) this.share(next);
  }

  isOfTests(path: string): boolean {
    return !this.shared.has(packageFolder(path));
  }
}
