import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** A word of the name, wherever it stands: `SECRET_KEY_BASE`, `MYSQL_PWD`, `GITHUB_PAT`. */
const SECRET_NAME =
  /(^|_)(API)?(KEYS?|TOKENS?|SECRETS?|PASSWORDS?|PASSWD|PASSPHRASE|CREDENTIALS?)(_|$)|_(PASS|PWD|PAT)$|(KEY|TOKEN|SECRET|PASSWORD)S?$/i;

/** One word of letters: `postgres`, `production`. Redacted everywhere it would maul texts, paths and states of runs. */
const PLAIN_WORD = /^[A-Za-z]{1,11}$/;

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
