import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HealResult } from '../../../src/domain/heal/result';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';

const slug = (body: string): string => `export function slug(title: string): string {\n  ${body}\n}\n`;
const WRONG = slug("return [...title].map((one) => (one === ' ' ? one : one.toUpperCase())).join('');");
const GENERAL = slug("return title.toLowerCase().split(' ').join('-');");
const TEST = [
  "import { slug } from '../src/slug';",
  "it('joins words', () => expect(slug('Hello World')).toBe('hello-world'));",
  "it('joins letters', () => expect(slug('A B C')).toBe('a-b-c'));",
  '',
].join('\n');

const suggestion = (content: string) => ({
  rootCause: 'slug joins nothing',
  errorCategory: 'logic',
  fileModifications: [{ path: 'src/slug.ts', action: 'modify', content, replacements: null }],
  verificationCommands: [],
});

describe('two repairs of a model that pass all tests', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'its model is asked for two replies',
    settings: { KINTSUGI_MODEL_CANDIDATES: '2' },
  });

  /** The result of a run whose model gives these two, and the file afterwards. */
  async function healed(first: string, second: string): Promise<{ result: HealResult; text: string }> {
    kintsugi.model.script(
      { ...reply(suggestion(first)), when: 'smallest repair' },
      { ...reply(suggestion(second)), when: 'second explanation' },
    );
    const project = await makeProject({ 'src/slug.ts': WRONG, 'test/slug.test.ts': TEST });
    const run = await kintsugi.client.heal({
      directory: project.path,
      mode: 'PRECISION',
      maxAttempts: 1,
      approval: { level: 'LOW' },
    });
    const result = await run.result();
    const text = await readFile(join(project.path, 'src/slug.ts'), 'utf8');
    await project.remove();
    kintsugi.model.assertComplete();
    return { result, text };
  }

  it.each([
    ["return title.length > 8 ? 'hello-world' : 'a-b-c';"],
    ["return { 'Hello World': 'hello-world', 'A B C': 'a-b-c' }[title] ?? title;"],
  ])('are the general one and a shorter special case (%s): the general one is published', async (special) => {
    const { result, text } = await healed(slug(special), GENERAL);
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(text).toBe(GENERAL);
    expect(result.choices[0]?.reason).toContain('without a sign of a wrong one');
  });

  it('behave alike: the smaller one is published, and its confidence is high', async () => {
    const { result, text } = await healed(GENERAL, slug("return title.toLowerCase().replaceAll(' ', '-');"));
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'published' } });
    expect(result.confidence).toEqual({
      level: 'high',
      reason: expect.stringMatching(
        /pass the tests behave alike on all \d+ calls that were compared$/,
      ) as string,
    });
    expect(text).not.toBe(WRONG);
  });

  it('behave differently: nothing is published, and the question names the call and both answers', async () => {
    const { result, text } = await healed(
      GENERAL,
      slug("return title.trim().toLowerCase().split(' ').join('-');"),
    );
    expect(result).toMatchObject({ status: 'recovered', delivery: { status: 'suggested' } });
    expect(result.confidence).toMatchObject({
      level: 'ambiguous',
      reason: '2 repairs pass the same tests and behave differently',
      question: expect.stringMatching(
        /^`slug\(.*\)` would be .* with A, .* with B\. Which is right\?$/s,
      ) as string,
    });
    expect(result.confidence?.choices).toHaveLength(2);
    expect(text).toBe(WRONG);
  });
});
