import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of a tool manager: tools, and often settings and credentials beside them. */
export interface ManagerFolder {
  root: string;
  /** Parts that are shown in their own place. */
  parts: readonly string[];
  /** Parts that are shown in a folder of the command's own home, which stands for the real one. */
  lent?: { as: string; parts: readonly string[] };
  /** Variables by which its tools find it. */
  variables: Record<string, string>;
  /** True where nothing but these parts may be seen of it. */
  isOwn: boolean;
}

interface Manager {
  /** Variable that names the folder. Absent: it is below the home. */
  variable?: string;
  places: readonly string[];
  parts: readonly string[];
  lent?: ManagerFolder['lent'];
  /** Variables that name the folder, or what is below it. */
  sets?: Record<string, string>;
  /** The folder is an installation, which holds no settings of anybody, or one of many programs. */
  isPlain?: true;
}

const MANAGERS: readonly Manager[] = [
  {
    variable: 'RUSTUP_HOME',
    places: ['.rustup'],
    parts: ['toolchains', 'settings.toml', 'update-hashes'],
    sets: { RUSTUP_HOME: '' },
  },
  {
    // Cargo writes to its folder, and keeps credentials in it: so it gets one of its own, with the sources of packages.
    variable: 'CARGO_HOME',
    places: ['.cargo'],
    parts: ['bin'],
    lent: { as: '.cargo', parts: ['registry', 'git'] },
  },
  {
    variable: 'NVM_DIR',
    places: ['.nvm'],
    parts: ['versions', 'alias', 'nvm.sh', 'nvm-exec', 'bash_completion'],
    sets: { NVM_DIR: '' },
  },
  { variable: 'FNM_DIR', places: ['.local/share/fnm', '.fnm'], parts: ['node-versions', 'aliases'] },
  {
    variable: 'VOLTA_HOME',
    places: ['.volta'],
    parts: ['bin', 'tools', 'layout.v2', 'layout.v3', 'layout.v4'],
    sets: { VOLTA_HOME: '' },
  },
  { variable: 'COREPACK_HOME', places: ['.cache/node/corepack'], parts: ['v1'], sets: { COREPACK_HOME: '' } },
  {
    variable: 'ASDF_DATA_DIR',
    places: ['.asdf'],
    parts: ['asdf.sh', 'bin', 'lib', 'libexec', 'shims', 'plugins', 'installs', 'defaults', 'completions'],
    sets: { ASDF_DATA_DIR: '', ASDF_DIR: '' },
  },
  {
    variable: 'MISE_DATA_DIR',
    places: ['.local/share/mise'],
    parts: ['installs', 'shims', 'plugins'],
    sets: { MISE_DATA_DIR: '' },
  },
  {
    variable: 'SDKMAN_DIR',
    places: ['.sdkman'],
    parts: ['bin', 'candidates', 'contrib', 'libexec', 'src'],
    sets: { SDKMAN_DIR: '' },
  },
  {
    variable: 'JAVA_HOME',
    places: [],
    parts: ['bin', 'conf', 'include', 'jmods', 'jre', 'legal', 'lib', 'release'],
    sets: { JAVA_HOME: '' },
    isPlain: true,
  },
  {
    variable: 'GOROOT',
    places: [],
    parts: ['VERSION', 'api', 'bin', 'go.env', 'lib', 'misc', 'pkg', 'src'],
    sets: { GOROOT: '' },
    isPlain: true,
  },
  {
    variable: 'GOPATH',
    places: ['go'],
    parts: ['bin', 'pkg/mod', 'pkg/sumdb'],
    sets: { GOMODCACHE: 'pkg/mod' },
  },
  {
    variable: 'DOTNET_ROOT',
    places: ['.dotnet'],
    parts: ['dotnet', 'host', 'metadata', 'packs', 'sdk', 'sdk-manifests', 'shared', 'templates', 'tools'],
    sets: { DOTNET_ROOT: '' },
  },
  { variable: 'BUN_INSTALL', places: ['.bun'], parts: ['bin', 'install'], sets: { BUN_INSTALL: '' } },
  { variable: 'DENO_INSTALL', places: ['.deno'], parts: ['bin'] },
  { variable: 'PIPX_HOME', places: ['.local/share/pipx', '.local/pipx'], parts: ['venvs', 'shared', 'py'] },
  { places: ['.local/share/uv'], parts: ['python', 'tools'] },
  // Packages that pip keeps for a user.
  { places: ['.local'], parts: ['lib'], sets: { PYTHONUSERBASE: '' }, isPlain: true },
];

/** pyenv, rbenv, nodenv, goenv and their like are laid out alike. */
const ENV_FOLDER = /^\.([a-z]+env)$/;
const ENV_VARIABLE = /^([A-Z]+ENV)_ROOT$/;
const ENV_PARTS = ['bin', 'completions', 'libexec', 'plugins', 'shims', 'version', 'versions'];

/** Folders of the tool managers that this user may have; `variables` are those of the user that name one. */
export function managerFolders(home: string, variables: Readonly<Record<string, string>>): ManagerFolder[] {
  const known = MANAGERS.flatMap(({ variable, places, ...manager }) => {
    const named = variable === undefined ? undefined : variables[variable]?.split(':')[0];
    const roots = named ? [named] : places.map((place) => join(home, place));
    return roots.map((root): ManagerFolder => ({
      root,
      parts: manager.parts,
      lent: manager.lent,
      variables: namesBelow(root, manager.sets ?? {}),
      isOwn: manager.isPlain !== true,
    }));
  });
  return [...known, ...envFolders(home, variables)];
}

function namesBelow(root: string, sets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sets).map(([name, below]) => [name, below ? join(root, below) : root]),
  );
}

function envFolders(home: string, variables: Readonly<Record<string, string>>): ManagerFolder[] {
  const roots = new Map<string, string>();
  for (const entry of namesIn(home)) {
    const name = ENV_FOLDER.exec(entry)?.[1];
    if (name === undefined || !existsSync(join(home, entry, 'versions'))) continue;
    roots.set(name.toUpperCase(), join(home, entry));
  }
  for (const [variable, value] of Object.entries(variables)) {
    const name = ENV_VARIABLE.exec(variable)?.[1];
    if (name !== undefined) roots.set(name, value);
  }
  return [...roots].map(([name, root]) => ({
    root,
    parts: [...ENV_PARTS, `${name.toLowerCase()}.d`],
    variables: { [`${name}_ROOT`]: root },
    isOwn: true,
  }));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
