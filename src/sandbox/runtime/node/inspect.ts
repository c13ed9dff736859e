/**
 * How the runtime shows values: by Node's own functions, with settings that no program reaches. Node's module is not in the
 * snapshot: evaluated there it would make every isolate slower.
 */
type Inspection = Pick<typeof import('node:util'), 'format' | 'inspect'>;

const inspection = (): Inspection => nodeLibrary.shared.require('internal/util/inspect') as Inspection;

export const inspect: Inspection['inspect'] = ((value: unknown, ...options: never[]) =>
  inspection().inspect(value, ...options)) as Inspection['inspect'];

export const format: Inspection['format'] = (...values) => inspection().format(...values);
