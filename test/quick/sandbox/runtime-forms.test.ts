import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '..', '..', '..', 'src', 'sandbox', 'runtime');

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);

/** Stand-ins that put names together of what they made themselves. */
const COMPUTING = /^(?:libs[\\/]fs\.ts|core[\\/])/;

/** Things that the runtime made itself; a property of a web class's prototype, and an option of fs, which decide no test. */
const OWN_OBJECTS = new Set(['found', 'link', 'imported', 'actual', 'item', 'sent', 'descriptor', 'details']);
const OF_PROTOTYPES = new Set(['aborted', 'recursive']);

it('the runtime asks values of a program for their own properties: an open place of a built-in is "in" all that inherit it', () => {
  const asked = sources.flatMap(([file, text]) =>
    [...text.matchAll(/'([\w$]+)' in \(?([\w$]+)/g)]
      .filter(([, name = '', object = '']) => !OWN_OBJECTS.has(object) && !OF_PROTOTYPES.has(name))
      .map(([found]) => `${file}: ${found}`),
  );
  expect(asked).toEqual([]);
});

it('names that the runtime reads are written whole, or a scan would not find that libraries speak of them', () => {
  const others = sources.filter(([file]) => !COMPUTING.test(file));
  const computed = others.flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /(?:Reflect\.get|\bread)\([^()\n]*,\s*(?:`[^`\n]*\$\{|'[^'\n]*'\s*\+)|\w\[(?:`[^`\n]*\$\{|'[^'\n]*'\s*\+)/g,
      ),
    ].map(([found]) => `${file}: ${found}`),
  );
  expect(computed).toEqual([]);
});
