/**
 * Libraries that a called function may import. Each is bundled when the sandbox is built (scripts/build-sandbox.cjs reads
 * this table) and runs as a part of the program, with no more rights than it has.
 */

export interface Importable {
  /** Name in `import`. */
  name: string;
  /** Package that is bundled. */
  from: string;
  /** True if `name/part` gives one of its exports, as `lodash-es/groupBy` does. */
  parts: boolean;
  /** Short description for a model. */
  about: string;
}

/** The table. */
export const IMPORTABLE: readonly Importable[] = [
  { name: 'lodash-es', from: 'lodash-es', parts: true, about: 'collections, objects, text' },
  { name: 'lodash', from: 'lodash-es', parts: true, about: 'the same under its other name' },
  { name: 'date-fns', from: 'date-fns', parts: true, about: 'dates' },
  { name: 'simple-statistics', from: 'simple-statistics', parts: false, about: 'statistics, regression' },
  { name: 'apache-arrow', from: 'apache-arrow', parts: false, about: 'Arrow tables and vectors' },
];

/** File of a bundled package, beside the sandbox's programs. */
export function importableFile(name: string): string {
  return `import-${name}.js`;
}
