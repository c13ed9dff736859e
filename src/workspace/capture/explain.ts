import {
  folderRules,
  HEAVY_FOLDERS,
  IN_CHECKOUT,
  type FolderRules,
  type HeavyFolder,
} from '../../domain/files/heavy-folders';
import { RULE_SETTINGS, type HeavyRules } from '../../domain/files/heavy-rules';
import type { Explanation, ToldRule } from '../../domain/files/explanation';
import { baseName, foldName, joinPath, pathWarning } from '../../domain/files/paths';
import type { TreeEntry } from '../../store';
import { comparePaths, isPlainName } from '../../machine/file-names';
import type { CaptureObserver, LeftOut } from './folder-capture';
import { realDirectory, lookAt, type LookRequest } from './import';

/** Explains a capture of the directory by looking at it. Rejects with `DirectoryError` if a capture would. */
export async function explainDirectory(request: LookRequest): Promise<Explanation> {
  const { directory, heavyFolders } = request;
  const notes = new Notes();
  const { tree } = await lookAt(request, notes);
  const rules = folderRules(heavyFolders);
  return {
    version: 1,
    directory: await realDirectory(directory),
    tree,
    ...notes.told(),
    rules: [...rules.byName.values()].map(toldRule),
    notInForce: notInForce(rules, heavyFolders),
  };
}

function toldRule({ name, kind, reason, beside, chosen }: HeavyFolder): ToldRule {
  const from = chosen ? RULE_SETTINGS.add : 'built-in';
  return { name, kind, reason, beside: beside && [...beside], from, inCheckout: IN_CHECKOUT[kind] };
}

function notInForce(
  { byName, tracked }: FolderRules,
  given: HeavyRules | undefined,
): Explanation['notInForce'] {
  const builtIn = new Map(HEAVY_FOLDERS.map((rule) => [rule.name, rule.reason]));
  const names = [...new Set(given?.capture)].filter((name) => !byName.has(name)).sort();
  const of = (name: string, by: string) => ({ name, by, rule: builtIn.get(baseName(name)) });
  return [
    ...names.map((name) => of(name, RULE_SETTINGS.capture)),
    ...[...tracked].sort().map((path) => of(path, 'git')),
  ];
}

/** Notes what a capture takes and leaves. */
class Notes implements CaptureObserver {
  private readonly counts = { files: 0, bytes: 0, links: 0, folders: 0, emptyFolders: 0 };
  private readonly out: LeftOut[] = [];
  private readonly odd: Explanation['oddNames'] = [];

  captured(path: string, entries: readonly TreeEntry[]): void {
    const { counts } = this;
    if (path !== '') counts.folders += 1;
    if (path !== '' && entries.length === 0) counts.emptyFolders += 1;
    for (const { type, size } of entries) {
      if (type === 'file') counts.files += 1;
      if (type === 'link') counts.links += 1;
      counts.bytes += size;
    }
    this.odd.push(...oddNames(path, entries));
  }

  left(out: LeftOut): void {
    this.out.push(out);
  }

  told(): Pick<Explanation, 'captured' | 'heavy' | 'skipped' | 'oddNames'> {
    const byPath = (a: { path: string }, b: { path: string }): number => comparePaths(a.path, b.path);
    const out = this.out.toSorted(byPath);
    return {
      captured: this.counts,
      heavy: out.flatMap((one) =>
        one.kind === 'heavy' ? [{ path: one.path, rule: toldRule(one.rule) }] : [],
      ),
      skipped: out.flatMap((one) => (one.kind === 'heavy' ? [] : [one])),
      oddNames: this.odd.toSorted(byPath),
    };
  }
}

/** Names of one folder that other machines or programs may not take as they are. */
function oddNames(folder: string, entries: readonly TreeEntry[]): Explanation['oddNames'] {
  const alike = new Map<string, string[]>();
  for (const { name } of entries) {
    const folded = foldName(name);
    alike.set(folded, [...(alike.get(folded) ?? []), name]);
  }
  return entries.flatMap(({ name }) => {
    const twin = alike.get(foldName(name))?.find((other) => other !== name);
    const reason = oddReason(name, twin);
    return reason === undefined ? [] : [{ path: joinPath(folder, name), reason }];
  });
}

function oddReason(name: string, twin: string | undefined): string | undefined {
  if (!isPlainName(name)) return 'its name is not valid UTF-8';
  if (twin !== undefined)
    return `beside it stands ${JSON.stringify(twin)}, which is the same name where case or the way of writing does not count`;
  return pathWarning(name);
}
