import { useVerdicts } from '../../support/verdicts';

const TEST = "import { shout } from '../src/shout';\nit('shouts', () => expect(shout('a')).toBe('A'));\n";
const PLAIN = 'export const shout = (text) => text.toUpperCase();\n';
const USES = (specifier: string) =>
  `import { upper } from '${specifier}';\nexport const shout = (text) => upper(text);\n`;
const MANIFEST = JSON.stringify({ name: 'shop', dependencies: { 'upper-text': '^1.0.0' } });

describe('a package that is not found', () => {
  const verdicts = useVerdicts();

  async function repairable(
    before: Record<string, string>,
    change: Record<string, string>,
  ): Promise<boolean | undefined> {
    const verification = await verdicts.of({ 'test/shout.test.ts': TEST, ...before }, change);
    const analysis = verification.failures[0]?.analysis;
    expect(analysis).toMatchObject({ kind: 'import', cause: 'missing-package' });
    return analysis?.repairable;
  }

  it('may be a mistaken name, which an edit mends', async () => {
    const before = { 'package.json': MANIFEST, 'src/shout.ts': PLAIN };
    expect(await repairable(before, { 'src/shout.ts': USES('uper-text') })).toBe(true);
  });

  it('is mended by no edit where the manifest declares it', async () => {
    const before = { 'package.json': MANIFEST, 'src/shout.ts': PLAIN };
    expect(await repairable(before, { 'src/shout.ts': USES('upper-text/lib') })).toBe(false);
  });

  it('is mended by no edit where its import stood in a green baseline', async () => {
    const before = { 'src/shout.ts': PLAIN, 'src/unused.ts': USES('other-text') };
    expect(await repairable(before, { 'src/shout.ts': USES('other-text') })).toBe(false);
  });

  it('may be a mistaken name where its import stood in a baseline that failed', async () => {
    const before = { 'src/shout.ts': USES('other-text') };
    expect(await repairable(before, { 'src/more.ts': PLAIN })).toBe(true);
  });
});
