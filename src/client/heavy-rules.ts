import type { Config } from '../config';
import { firstIssue } from '../domain/first-issue';
import { HeavyRules, RULE_SETTINGS } from '../domain/files/heavy-rules';
import { badInput } from '../domain/kintsugi-error';

/**
 * The rules for heavy folders that the settings name, for the runs of this client; undefined where they name none.
 * Throws a sentence that names the setting and the folder.
 */
export function configuredRules(
  config: Pick<Config, 'heavyFolders' | 'captureFolders'>,
): HeavyRules | undefined {
  const { heavyFolders: add, captureFolders: capture } = config;
  if (add.length + capture.length === 0) return undefined;
  const parsed = HeavyRules.safeParse({ add, capture });
  if (parsed.success) return parsed.data;
  const { path, message } = firstIssue(parsed.error);
  const [list, index] = path;
  const settings =
    list === 'add' || list === 'capture'
      ? RULE_SETTINGS[list]
      : `${RULE_SETTINGS.add} and ${RULE_SETTINGS.capture}`;
  const name =
    typeof index === 'number'
      ? ` names ${JSON.stringify((list === 'add' ? add : capture)[index])}, which`
      : '';
  throw badInput(`${settings}${name} cannot be used: ${message}.`);
}
