import { openNavigation, type Navigation } from '../../../../src/codebase/navigation';
import fc from '../../../support/fast-check';
import { MemoryCache, sourceFiles } from '../../../support/source-files';

const PATHS = ['src/a.ts', 'src/b.ts', 'src/c/index.ts', 'lib/d.py', 'lib/e.py', 'main.go', 'README.md'];
const NAMES = ['login', 'validateEmail', 'sendMail', 'total', 'User'];

const Text = fc
  .record({
    imports: fc.subarray(['./a', './b', './c', '../src/a']),
    names: fc.subarray(NAMES),
    noise: fc.string(),
  })
  .map(({ imports, names, noise }) =>
    [
      ...imports.map((one) => `import { x } from '${one}';`),
      ...names.map(
        (name) => `/** ${noise.replace(/[^\w ]/g, '')} */\nexport function ${name}() { login(); }`,
      ),
      `// ${noise.replace(/\s/g, ' ')}`,
    ].join('\n'),
  );
const Tree = fc.dictionary(fc.constantFrom(...PATHS), Text);

/** All that can be asked of it. */
async function answers(navigation: Navigation): Promise<unknown> {
  return {
    paths: navigation.paths,
    facts: navigation.paths.map((path) => {
      const facts = navigation.facts(path);
      return facts && { ...facts, trigrams: [...facts.trigrams] };
    }),
    hits: await Promise.all(['where is the login', 'send "x"', 'User'].map((one) => navigation.search(one))),
    symbols: NAMES.map((name) => navigation.symbols(name, 20)),
    map: navigation.map(100),
    edges: navigation.paths.map((path) => [navigation.dependencies(path), navigation.dependents(path)]),
    cycles: navigation.cycles(),
  };
}

test('an index after any edits answers as one that is made anew', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Tree, { minLength: 2, maxLength: 4 }), async (trees) => {
      const cache = new MemoryCache();
      for (const tree of trees) {
        const kept = await openNavigation(sourceFiles(tree), { cache });
        const fresh = await openNavigation(sourceFiles(tree));
        expect(await answers(kept)).toEqual(await answers(fresh));
      }
    }),
    { numRuns: 6 },
  );
});
