import type { Config } from './environment';
import { find, rowsOf } from './option';
import { SERVICE_OPTIONS } from './service-options';

/** Names and values of the settings that a worker keeps from its start on. */
export function restartingSettings(config: Config): [name: string, value: unknown][] {
  return rowsOf(SERVICE_OPTIONS)
    .filter(({ row }) => row.restarts)
    .map(({ path }) => [path.join('.'), find(config, path)]);
}
