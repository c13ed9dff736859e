/** Assessment of the dependencies of a project by its manifests, lock files and imports. */
import type { Handled } from '../session/handling';
import type { Finding } from '../session/findings';
import { isSamePackage, normalName } from './import-names';
import type { Declared, Ecosystem, LockFile, Manifest } from './types';

/** An import of a package from elsewhere. */
export interface UsedPackage {
  readonly name: string;
  readonly ecosystem: Ecosystem;
  readonly path: string;
  readonly line: number;
  readonly isTest: boolean;
  /** The code asks only where it is: it may do without. */
  readonly isAsked?: true;
}

export interface DependencyFacts {
  readonly manifests: readonly Manifest[];
  readonly locks: readonly LockFile[];
  readonly used: readonly UsedPackage[];
  /** True if scripts or settings of the project name a package: tools are used without an import. */
  isNamed(name: string): boolean;
}

const MOST_VERSIONS = 50;

const isBelow = (path: string, folder: string): boolean => folder === '' || path.startsWith(`${folder}/`);

/** All findings about dependencies. */
export function assessDependencies(facts: DependencyFacts): Finding[] {
  return [
    ...facts.manifests.flatMap((manifest) => [
      ...unused(manifest, facts),
      ...wide(manifest, facts),
      ...licence(manifest),
    ]),
    ...undeclared(facts),
    ...facts.locks.flatMap((lock) => [...locked(lock, facts), ...repeated(lock)]),
  ];
}

/** Trigger of such findings: what its makers advise against is replaced before what is unused is removed. */
export function dependencyTrigger(findings: readonly Finding[]): Pick<Handled, 'trigger' | 'reason'> {
  const count = (rule: string): number =>
    findings.filter((one) => one.rule === rule && one.severity !== 'note').length;
  const [deprecated, idle, unsafe] = [count('deprecated'), count('unused'), count('vulnerable')];
  if (unsafe > 0) return { trigger: 'upgrade_needed', reason: `known vulnerabilities: ${unsafe}` };
  if (deprecated > 0) return { trigger: 'upgrade_needed', reason: `deprecated dependencies: ${deprecated}` };
  if (idle > 0) return { trigger: 'removal_needed', reason: `unused dependencies: ${idle}` };
  return {};
}

function unused(
  { path, folder, ecosystem, declared }: Manifest,
  { used, isNamed }: DependencyFacts,
): Finding[] {
  const near = used.filter((one) => one.ecosystem === ecosystem && isBelow(one.path, folder));
  return declared.flatMap(({ name, kind, line }): Finding[] => {
    if (kind === 'peer' || name.startsWith('@types/') || isNamed(name)) return [];
    if (near.some((one) => isSamePackage(one.name, name, ecosystem))) return [];
    const severity = kind === 'runtime' ? 'warning' : 'note';
    return [
      { severity, path, line, rule: 'unused', message: `${name} is declared, and no file imports it.` },
    ];
  });
}

function undeclared({ manifests, used }: DependencyFacts): Finding[] {
  const told = new Set<string>();
  return used.flatMap(({ name, ecosystem, path, line, isTest, isAsked }): Finding[] => {
    if (isAsked) return [];
    const own = manifests.filter((one) => one.ecosystem === ecosystem && isBelow(path, one.folder));
    const isOwn = manifests.some(
      (one) => one.ecosystem === ecosystem && one.name !== '' && isSelf(name, one),
    );
    if (own.length === 0 || isOwn || told.has(`${ecosystem} ${name}`)) return [];
    const match = own.some((one) => one.declared.some((each) => isSamePackage(name, each.name, ecosystem)));
    if (match) return [];
    told.add(`${ecosystem} ${name}`);
    const severity = isTest ? 'warning' : 'error';
    return [
      {
        severity,
        path,
        line,
        rule: 'undeclared',
        message: `${name} is imported, and no manifest declares it.`,
      },
    ];
  });
}

function isSelf(name: string, { ecosystem, name: own }: Manifest): boolean {
  if (ecosystem === 'go') return name === own || name.startsWith(`${own}/`);
  return normalName(name, ecosystem) === normalName(own, ecosystem);
}

function wide({ path, folder, ecosystem, declared }: Manifest, { locks }: DependencyFacts): Finding[] {
  const isLocked = locks.some((lock) => lock.ecosystem === ecosystem && isBelow(path, lock.folder));
  const loose = declared
    .filter((one) => one.kind !== 'peer' && isWideRange(one, ecosystem))
    .map(({ name, range, line }): Finding => ({
      ...{ severity: isLocked ? 'note' : 'warning', path, line, rule: 'wide-range' },
      message: `${name} may be any version${range === '' ? '' : ` that fits ${range}`}.`,
    }));
  if (isLocked || declared.length === 0 || isPinned(declared)) return loose;
  const where = folder === '' ? 'the project' : folder;
  return [
    ...loose,
    { severity: 'warning', path, rule: 'no-lock', message: `No lock file pins the versions of ${where}.` },
  ];
}

const isPinned = (declared: readonly Declared[]): boolean =>
  declared.every(({ range }) => /^(?:==|v?\d)/.test(range));

/** True for a range without an upper bound. */
export function isWideRange({ range }: Pick<Declared, 'range'>, ecosystem: Ecosystem): boolean {
  if (/^(?:workspace|file|link|portal|catalog|git|https?|npm|github):|\//.test(range)) return false;
  if (ecosystem === 'go') return false;
  const bare = range.trim();
  if (/^(?:\*|x|latest|next|)$/i.test(bare)) return true;
  return /^>/.test(bare) && !bare.includes('<') && !bare.includes('==');
}

function licence({ path, hasLicence }: Manifest): Finding[] {
  return hasLicence
    ? []
    : [{ severity: 'note', path, rule: 'no-licence', message: 'The project names no licence.' }];
}

function locked({ path, folder, ecosystem, packages }: LockFile, { manifests }: DependencyFacts): Finding[] {
  const declared = manifests.filter((one) => one.ecosystem === ecosystem && isBelow(one.path, folder));
  const direct = new Set(declared.flatMap((one) => one.declared.map(({ name }) => name)));
  return packages.flatMap(({ name, version, isTop, hasLicence, deprecated }): Finding[] => {
    const isDirect = isTop === true && direct.has(name);
    return [
      ...(deprecated !== undefined && isTop
        ? [
            {
              severity: isDirect ? ('warning' as const) : ('note' as const),
              ...{
                path,
                rule: 'deprecated',
                message: `${name} ${version} is deprecated: ${deprecated.slice(0, 200)}`,
              },
            },
          ]
        : []),
      ...(isDirect && hasLicence === false
        ? [
            {
              severity: 'note' as const,
              path,
              rule: 'no-licence',
              message: `${name} ${version} names no licence.`,
            },
          ]
        : []),
    ];
  });
}

function repeated({ path, packages }: LockFile): Finding[] {
  const versions = new Map<string, Set<string>>();
  for (const { name, version } of packages)
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  return [...versions]
    .filter(([, found]) => found.size > 1)
    .slice(0, MOST_VERSIONS)
    .map(([name, found]) => ({
      ...{ severity: 'note' as const, path, rule: 'repeated' },
      message: `${name} is there in ${found.size} versions: ${[...found].slice(0, 6).join(', ')}.`,
    }));
}
