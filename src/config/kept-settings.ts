/** Settings of the service, kept in its data folder: a worker has them whichever shell wakes it. */

import { readFileSync, existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, isAbsolute } from 'node:path';
import { z } from 'zod';
import { firstIssue } from '../domain/issue-words';
import { ConfigError } from './config-error';

/** A word of the name, wherever it stands: `SECRET_KEY_BASE`, `MYSQL_PWD`, `GITHUB_PAT`. */
const SECRET_NAME =
  /(^|_)(API)?(KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?)(_|$)|_(PASS|PWD|PAT)$|(KEY|TOKEN|SECRET|PASSWORD)S?$/i;

/** One word of letters: `postgres`, `production`. Redacted everywhere it would maul texts, paths and states of runs. */
const PLAIN_WORD = /^[A-Za-z]{1,11}$/;

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, {
  error: 'a name of a variable has letters, digits and _',
});

/** Where a secret is that is not kept itself: in a variable of whoever starts the worker, or in the output of a command. */
export const SecretReference = z.union([
  z.strictObject({ variable: VariableName }),
  z.strictObject({ command: z.string().trim().min(1) }),
]);
export type SecretReference = z.infer<typeof SecretReference>;

/** Texts and references by the variable that they stand for. */
export const KeptSettings = z.record(VariableName, z.union([z.string().min(1), SecretReference]));
export type KeptSettings = z.infer<typeof KeptSettings>;

/** Path of the file in a data folder. */
export function keptSettingsFile(home: string): string {
  return join(home, 'settings.json');
}

/** Reads the settings that a data folder keeps; none without the file. Throws `ConfigError` for a file of no use. */
export function readKeptSettings(home: string): KeptSettings {
  const file = keptSettingsFile(home);
  const text = textOf(file);
  if (text === undefined) return {};
  const read = KeptSettings.safeParse(parsed(text));
  if (read.success) return read.data;
  const { where, message } = firstIssue(read.error);
  throw new ConfigError(
    `The settings in ${file} cannot be used (${where === '' ? '' : `${where}: `}${message}): correct the file, or remove it.`,
  );
}

/** Keeps the settings, in a file that only its owner may read. */
export async function writeKeptSettings(home: string, kept: KeptSettings): Promise<void> {
  const file = keptSettingsFile(home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(sorted, null, 2)}\n`, { mode: 0o600 });
  await rename(temporary, file);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigError(
      `The settings in ${file} cannot be read (${String((error as NodeJS.ErrnoException).code)}): correct its permissions.`,
    );
  }
}

/** Undefined for what is not JSON: no settings either. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True for a variable whose name says that its value is secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Values of variables whose names say that they are secret; a file that a variable names is none. */
export function secretsIn(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env)
    .map(([name, value]) => (isSecretName(name) ? value : ''))
    .filter(
      (value) => value.length >= 8 && !PLAIN_WORD.test(value) && !(isAbsolute(value) && existsSync(value)),
    );
}
