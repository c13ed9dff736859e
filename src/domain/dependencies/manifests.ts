/** Manifests of package managers, read for what they declare. */
import { z } from 'zod';
import { baseName, parentPath } from '../files/paths';
import type { Declared, Manifest } from './types';

const Ranges = z.record(z.string(), z.unknown()).catch({});
const PackageJson = z.object({
  name: z.string().catch(''),
  private: z.boolean().catch(false),
  license: z.unknown().optional(),
  licenses: z.unknown().optional(),
  dependencies: Ranges.optional(),
  devDependencies: Ranges.optional(),
  peerDependencies: Ranges.optional(),
  optionalDependencies: Ranges.optional(),
});
const NPM_KINDS = [
  ['dependencies', 'runtime'],
  ['devDependencies', 'dev'],
  ['peerDependencies', 'peer'],
  ['optionalDependencies', 'optional'],
] as const;
const REQUIREMENT =
  /^([A-Za-z0-9][\w.-]{0,100})(?:\s{0,10}\[[^\]\n]{0,200}\])?\s{0,10}((?:[=<>!~][^;#\n]{0,200})?)(?:[;#@].{0,500})?$/;

/** True for the name of a file that `readManifest` reads. */
export function isManifest(path: string): boolean {
  return /^(?:package\.json|pyproject\.toml|requirements[\w.-]{0,40}\.txt|go\.mod|Cargo\.toml)$/.test(
    baseName(path),
  );
}

/** Manifest in a text; undefined where it can't be read. */
export function readManifest(path: string, text: string): Manifest | undefined {
  const name = baseName(path);
  const place = { path, folder: parentPath(path) };
  if (name === 'package.json') return ofNpm(place, text);
  if (name === 'go.mod') return ofGo(place, text);
  if (name === 'Cargo.toml') return ofCargo(place, text);
  if (name === 'pyproject.toml') return ofPyproject(place, text);
  if (!isManifest(path)) return undefined;
  const dev = /dev|test|lint|doc/.test(name) ? 'dev' : 'runtime';
  const declared = text.split('\n').flatMap((line, at) => requirement(line, at + 1, dev));
  return { ...place, ecosystem: 'python', name: '', declared, hasLicence: true };
}

type Place = Pick<Manifest, 'path' | 'folder'>;

function ofNpm(place: Place, text: string): Manifest | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = PackageJson.safeParse(json);
  if (!parsed.success) return undefined;
  const { data } = parsed;
  const lines = text.split('\n');
  const declared = NPM_KINDS.flatMap(([field, kind]) =>
    Object.entries(data[field] ?? {}).map(([name, range]): Declared => {
      const at = lines.findIndex(
        (line) => line.includes(`"${name}"`) && line.includes(JSON.stringify(range)),
      );
      return { name, range: typeof range === 'string' ? range : '', kind, line: Math.max(at, 0) + 1 };
    }),
  );
  const hasLicence = data.private || data.license !== undefined || data.licenses !== undefined;
  return { ...place, ecosystem: 'npm', name: data.name, declared, hasLicence };
}

function requirement(given: string, line: number, kind: Declared['kind']): Declared[] {
  const match = REQUIREMENT.exec(given.trim());
  return match?.[1] === undefined ? [] : [{ name: match[1], range: (match[2] ?? '').trim(), kind, line }];
}

function ofGo(place: Place, text: string): Manifest {
  const declared: Declared[] = [];
  let isBlock = false;
  let name = '';
  text.split('\n').forEach((raw, at) => {
    const line = raw.trim();
    if (line.startsWith('module ')) name = line.slice(7).trim();
    if (/^require\s{0,10}\($/.test(line)) isBlock = true;
    else if (line === ')') isBlock = false;
    else if (isBlock || line.startsWith('require ')) {
      const [path = '', range = ''] = line.replace(/^require\s{1,10}/, '').split(/\s{1,20}/);
      // Indirect ones are needed by other packages alone.
      if (/^v\d/.test(range) && !line.includes('// indirect'))
        declared.push({ name: path, range, kind: 'runtime', line: at + 1 });
    }
  });
  return { ...place, ecosystem: 'go', name, declared, hasLicence: true };
}

interface TomlLine {
  section: string;
  key: string;
  value: string;
  line: number;
}

/** Lines `key = value` of TOML with their tables; an array over several lines counts as one value. */
function tomlLines(text: string): TomlLine[] {
  const found: TomlLine[] = [];
  let section = '';
  let open: TomlLine | undefined;
  text.split('\n').forEach((raw, at) => {
    const line = raw.trim();
    if (open) {
      open.value += `\n${line}`;
      if (line.startsWith(']')) open = undefined;
      return;
    }
    if (line.startsWith('[')) {
      section =
        line
          .replace(/^\[{1,2}/, '')
          .split(']')[0]
          ?.trim() ?? '';
      return;
    }
    const equals = line.indexOf('=');
    if (equals < 1 || line.startsWith('#')) return;
    const key = line.slice(0, equals).trim().replaceAll(/["']/g, '');
    const value = line.slice(equals + 1).trim();
    const one = { section, key, value, line: at + 1 };
    found.push(one);
    if (value.startsWith('[') && !value.includes(']')) open = one;
  });
  return found;
}

const valueText = (value: string): string => /^["']([^"']{0,200})["']/.exec(value)?.[1] ?? '';
const versionOf = (value: string): string =>
  valueText(value) || (/version\s{0,5}=\s{0,5}["']([^"']{0,200})["']/.exec(value)?.[1] ?? '');

function ofCargo(place: Place, text: string): Manifest {
  const lines = tomlLines(text);
  const own = lines.filter(({ section }) => section === 'package');
  const declared = lines.flatMap(({ section, key, value, line }): Declared[] => {
    const table = section.split('.').at(-1);
    if (table !== 'dependencies' && table !== 'dev-dependencies' && table !== 'build-dependencies') return [];
    // A crate of the project itself, or one that the workspace pins.
    if (/\bpath\s{0,5}=|\bworkspace\s{0,5}=/.test(value)) return [];
    return [{ name: key, range: versionOf(value), kind: table === 'dependencies' ? 'runtime' : 'dev', line }];
  });
  return {
    ...{ ...place, ecosystem: 'cargo', declared },
    name: valueText(own.find(({ key }) => key === 'name')?.value ?? ''),
    hasLicence: own.length === 0 || own.some(({ key }) => /^licen[sc]e/.test(key) || key === 'publish'),
  };
}

function ofPyproject(place: Place, text: string): Manifest {
  const lines = tomlLines(text);
  const own = lines.filter(({ section }) => section === 'project' || section === 'tool.poetry');
  return {
    ...{ ...place, ecosystem: 'python' },
    name: valueText(own.find(({ key }) => key === 'name')?.value ?? ''),
    declared: lines.flatMap(pythonDeclared),
    hasLicence: own.length === 0 || own.some(({ key }) => key.startsWith('license')),
  };
}

function pythonDeclared({ section, key, value, line }: TomlLine): Declared[] {
  if (/^tool\.poetry\.(?:group\.[\w-]{1,60}\.)?(?:dev-)?dependencies$/.test(section)) {
    const kind = section === 'tool.poetry.dependencies' ? 'runtime' : 'dev';
    return key === 'python' ? [] : [{ name: key, range: versionOf(value), kind, line }];
  }
  const isMain = section === 'project' && key === 'dependencies';
  const kind = isMain ? 'runtime' : section === 'project.optional-dependencies' ? 'optional' : 'dev';
  if (!isMain && kind !== 'optional' && section !== 'dependency-groups') return [];
  return value
    .split('\n')
    .flatMap((part, at) =>
      [...part.matchAll(/"([^"\n]{1,300})"|'([^'\n]{1,300})'/g)].flatMap(([, double, single]) =>
        requirement(double ?? single ?? '', line + at, kind),
      ),
    );
}
