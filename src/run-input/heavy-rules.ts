import type { Config } from '../config';
import { firstIssue } from '../domain/first-issue';
import { MAYBE_SOURCES, NO_SOURCES } from '../domain/files/heavy-folders';
import { HeavyRules, MOST_NAMES, RULE_SETTINGS } from '../domain/files/heavy-rules';
import { badInput } from '../domain/kintsugi-error';
import { trackedFolders } from '../workspace/git';

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

/** The rules for a directory: those of the settings, and the folders named like build output whose files git tracks: they hold sources. */
export async function rulesFor(
  config: Pick<Config, 'heavyFolders' | 'captureFolders' | 'path'>,
  directory: string,
): Promise<HeavyRules | undefined> {
  const named = configuredRules(config);
  const tracked = await trackedFolders(directory, {
    names: MAYBE_SOURCES,
    outside: NO_SOURCES,
    most: MOST_NAMES,
    path: config.path,
  });
  return tracked.length === 0 ? named : { add: [], capture: [], ...named, tracked };
}
