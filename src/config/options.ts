import { rowsOf, type NamedOption, type Option } from './option';
import { RUN_OPTIONS } from './run-options';
import { SERVICE_OPTIONS } from './service-options';

/** Every option that there is, settings first. */
export const OPTIONS: readonly NamedOption[] = [...rowsOf(SERVICE_OPTIONS), ...rowsOf(RUN_OPTIONS)];

/** Groups of flags, in the order of `--help`. */
const GROUPS: readonly Option['group'][] = ['Checks', 'Repair', 'Agent', 'Budget', 'Publishing'];

/** Options with a flag, group by group. */
export const FLAGGED: readonly Option[] = GROUPS.flatMap((group) =>
  OPTIONS.map(({ row }) => row).filter((row) => row.flag !== undefined && row.group === group),
);
