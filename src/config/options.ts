import { rowsOf, type NamedOption } from './option';
import { RUN_OPTIONS } from './run-options';
import { SERVICE_OPTIONS } from './service-options';

/** Every option that there is, settings first. */
export const OPTIONS: readonly NamedOption[] = [...rowsOf(SERVICE_OPTIONS), ...rowsOf(RUN_OPTIONS)];
