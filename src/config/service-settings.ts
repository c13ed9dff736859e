/** Lays a shell's variables over the settings that the data folder keeps. Whoever lacks a variable never removes it. */
import { readFileSync } from 'node:fs';
import { firstIssue } from '../domain/issue-words';
import { ConfigError } from './config-error';
import { type KeptSettings, type SecretReference, isSecretName } from './kept-settings';
import { rowsOf, variablesOf, type NamedOption } from './option';
import { SERVICE_OPTIONS } from './service-options';

type Given = Readonly<Record<string, string>>;

/** Variables of a user that name a folder of a tool manager: check commands find their tools by them. */
export const TOOL_HOME =
  /^([A-Z]+ENV_ROOT|(RUSTUP|CARGO|VOLTA|COREPACK|JAVA|PIPX)_HOME|(NVM|FNM|ASDF|ASDF_DATA|MISE_DATA|SDKMAN)_DIR|(BUN|DENO)_INSTALL|GOROOT|GOPATH|DOTNET_ROOT)$/;

/** Stands for a secret that this process need not know: short enough to be no secret itself. */
const UNREAD = 'unread';

/**
 * Whose word counts where both have one. `shell`: whoever starts the service, or a run. `service`: a worker that a look at
 * runs wakes; the shell's variables are none of its settings.
 */
export type Layer = 'shell' | 'service';

export interface Layering {
  given: Given;
  /** Variables that are set to nothing, which takes a kept setting away. */
  emptied: readonly string[];
  kept: KeptSettings;
  first: Layer;
  /** Output of the command of a secret, undefined where it has none. Absent: secrets of commands are left unread. */
  answer?: (command: string) => string | undefined;
}

export interface Layered {
  env: Given;
  /** Settings of the service, as its data folder is to keep them. */
  kept: KeptSettings;
  /** Variables whose reference names nothing here. */
  unread: readonly string[];
  /** Variables whose value the shell does not have: the data folder kept it. */
  inherited: readonly string[];
}

/** The variables that settings are read from, and those that are the service's own. */
export function layered({ given, emptied, kept, first, answer }: Layering): Layered {
  const shell = keptOf(given, kept);
  const isNew = Object.keys(kept).length === 0;
  const own = { ...withoutPartners(kept, shell), ...shell };
  const service = first === 'shell' ? without(own, emptied) : isNew ? shell : kept;
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(given).filter(([name]) => !Object.hasOwn(shell, name)),
  );
  const unread: string[] = [];
  for (const [name, value] of Object.entries(service)) {
    const text = typeof value === 'string' ? value : textOf(value, given, answer);
    if (text === undefined) unread.push(name);
    // Only a process that asks the model needs the secret itself.
    const known = text ?? (answer ? undefined : UNREAD);
    if (known !== undefined) env[name] = known;
  }
  const inherited = Object.keys(service).filter((name) => shell[name] !== service[name]);
  return { env, kept: service, unread, inherited };
}

function textOf(reference: SecretReference, given: Given, answer: Layering['answer']): string | undefined {
  if ('variable' in reference) return given[reference.variable];
  return answer?.(reference.command);
}

/** Rows that the data folder keeps: all that a worker keeps from its start on, but the folder itself. */
export function keptRows(): NamedOption[] {
  return rowsOf(SERVICE_OPTIONS).filter(
    ({ path, row }) => path[0] !== 'home' && (row.restarts === true || row.kept === true),
  );
}

/** True for a variable whose change needs another worker. */
export function restartsFor(name: string): boolean {
  if (name === 'PATH' || TOOL_HOME.test(name)) return false;
  const row = keptRows().find((one) => variablesOf(one.row).includes(name))?.row;
  return row === undefined || row.restarts === true;
}

/** A shell's variables that the service keeps. */
function keptOf(given: Given, already: KeptSettings): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { row } of keptRows())
    for (const name of variablesOf(row)) {
      const value = given[name];
      if (value !== undefined) kept[name] = row.keptAs?.(value) ?? value;
    }
  for (const [name, value] of Object.entries(given))
    if (name === 'PATH' || TOOL_HOME.test(name)) kept[name] = value;
  for (const name of namedBy(given['KINTSUGI_MCP'] ?? already['KINTSUGI_MCP'])) {
    const value = given[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** Variables that the file of MCP servers names. What is wrong with the file is said by those who read it. */
function namedBy(file: KeptSettings[string] | undefined): string[] {
  if (typeof file !== 'string') return [];
  try {
    return [...readFileSync(file, 'utf8').matchAll(/\$\{(\w{1,64})\}/g)].map(([, name = '']) => name);
  } catch {
    return [];
  }
}

/** Places, and what is meant for the one that is named with it: a key must not reach another endpoint. */
const PARTNERS = [
  {
    place: ['KINTSUGI_MODEL_BASE_URL', 'OPENAI_BASE_URL'],
    with: ['KINTSUGI_MODEL_API_KEY', 'OPENAI_API_KEY', 'KINTSUGI_MODEL_API_VERSION'],
  },
  {
    place: ['KINTSUGI_S3_ENDPOINT'],
    with: ['KINTSUGI_S3_ACCESS_KEY_ID', 'KINTSUGI_S3_SECRET_ACCESS_KEY'],
  },
] as const;

function without(kept: KeptSettings, names: readonly string[]): KeptSettings {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !names.includes(name)));
}

/** Kept settings, without the secrets of a place (a server, a store) for which the shell names another one. */
function withoutPartners(kept: KeptSettings, shell: Given): KeptSettings {
  let left = kept;
  for (const { place, with: partners } of PARTNERS) {
    const named = place.map((name) => shell[name]).find((value) => value !== undefined);
    const before = place.map((name) => kept[name]).find((value) => value !== undefined);
    if (named === undefined || named === before) continue;
    left = without(left, [...place, ...partners]);
  }
  return left;
}

/** A setting as people may read it. */
export function shownSetting(name: string, value: KeptSettings[string]): string {
  if (typeof value !== 'string')
    return 'variable' in value ? `from the variable ${value.variable}` : `from the command ${value.command}`;
  return isSecretName(name) ? 'set, a secret' : value;
}

export interface SettingInEffect {
  name: string;
  /** As people may read it. */
  value: string;
  from: 'this shell' | 'kept';
}

/** All settings with a value of their own, by name: those of the service, and those that no data folder keeps. */
export function settingsInEffect({ env, kept, inherited }: Layered): SettingInEffect[] {
  const rows = rowsOf(SERVICE_OPTIONS).flatMap(({ row }) => variablesOf(row));
  const names = new Set([...Object.keys(kept), ...rows.filter((name) => Object.hasOwn(env, name))]);
  return [...names].sort().map((name) => ({
    name,
    value: shownSetting(name, kept[name] ?? env[name] ?? ''),
    from: inherited.includes(name) ? 'kept' : 'this shell',
  }));
}

/**
 * A text to be kept for a variable, in the form in which it is kept. Throws `ConfigError` for a variable that is no
 * setting of the service, and for a text that it can't take.
 */
export function checkedSetting(name: string, text: string): string {
  const row = keptRows().find((one) => variablesOf(one.row).includes(name))?.row;
  if (row === undefined) {
    if (name === 'PATH' || TOOL_HOME.test(name) || isSecretName(name)) return text;
    throw new ConfigError(`${name} is no setting of the service: docs/settings.md lists them.`);
  }
  const parsed = row.schema.safeParse(text);
  if (parsed.success) return row.keptAs?.(text) ?? text;
  throw new ConfigError(`${name} cannot be "${text}": ${firstIssue(parsed.error).message}.`);
}

/** Throws `ConfigError` for a setting that has to be kept itself: only a secret is read from elsewhere. */
export function checkedReference(name: string): void {
  if (isSecretName(name)) return;
  throw new ConfigError(`${name} is no secret: give its value.`);
}

/** Sentences on the settings that a worker has otherwise than a shell: `KINTSUGI_MODEL: the worker has a, this shell b`. */
export function settingDifferences(worker: Readonly<Record<string, string>>, shell: KeptSettings): string[] {
  const names = [...new Set([...Object.keys(worker), ...Object.keys(shell)])].sort();
  return names.flatMap((name) => {
    const [has, would] = [worker[name] ?? 'none', shell[name] ? shownSetting(name, shell[name]) : 'none'];
    return has === would || !restartsFor(name) ? [] : [`${name}: the worker has ${has}, this shell ${would}`];
  });
}
