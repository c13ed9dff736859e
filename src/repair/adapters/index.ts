import { dirname, relative } from 'node:path/posix';
import { AVA, MOCHA } from './ava-mocha';
import { TAPE, UVU } from './tape-uvu';

/** A module that lets the sandbox run tests which are written for another runner. */
interface Adapter {
  /** Package whose imports it takes. */
  name: string;
  text: string;
  /** Names that test files find without an import. */
  globals?: readonly string[];
}

const ADAPTERS: readonly Adapter[] = [
  {
    name: 'mocha',
    text: MOCHA,
    globals: [
      ...['describe', 'it', 'before', 'after', 'beforeEach', 'afterEach', 'context', 'specify'],
      ...['xit', 'xdescribe', 'xcontext', 'xspecify'],
    ],
  },
  { name: 'ava', text: AVA },
  { name: 'tape', text: TAPE },
  { name: 'uvu', text: UVU },
];

/** Folder of the adapters in the tree that a search runs. */
const FOLDER = '__tests__/kintsugi-adapters';

/** True for a module that only the search has. */
export function isAdapter(path: string): boolean {
  return path.startsWith(`${FOLDER}/`);
}

/** A test file as the sandbox can run it, with the module that it needs. */
export interface AdaptedFile {
  text: string;
  module: { path: string; text: string };
}

const IMPORT = /(\bfrom\s{0,9}|\bimport\s{0,9}|\brequire\s{0,9}\(\s{0,9})(['"])(mocha|ava|tape|uvu)\2/g;
const MODULE = /^[ \t]{0,20}(?:import|export)\b(?!\s{0,9}\()/m;

/** The test file of another runner for the sandbox; `by` says which runner it was run by. Its lines stay where they are. */
export function adaptedFile(path: string, text: string, by: string | undefined): AdaptedFile | undefined {
  const imported = new Set([...text.matchAll(IMPORT)].map((match) => match[3]));
  const adapter = ADAPTERS.find(({ name }) => imported.has(name)) ?? ADAPTERS.find(({ name }) => name === by);
  if (!adapter) return undefined;
  const { name, globals = [] } = adapter;
  const module = { path: `${FOLDER}/${name}.cjs`, text: adapter.text };
  const from = relative(dirname(path), module.path);
  const place = from.startsWith('..') ? from : `./${from}`;
  if (imported.has(name))
    return {
      module,
      text: text.replace(IMPORT, (whole, before: string, quote: string, own: string) =>
        own === name ? `${before}${quote}${place}${quote}` : whole,
      ),
    };
  if (globals.length === 0) return undefined;
  const names = `{ ${globals.join(', ')} }`;
  const first = MODULE.test(text)
    ? `import ${names} from '${place}';`
    : `const ${names} = require('${place}');`;
  return { module, text: `${first} ${text}` };
}
