import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { foreign } from '../../../support/foreign-words';
import { FORMS, Said, said, saidText, withValues } from '../../../../src/domain/run/said';
import { PROTECTIONS } from '../../../../src/domain/verification/protected-paths';
import { protector, whyNotRun } from '../../../../src/verifier/select-tests';
import { VerificationSpec } from '../../../../src/domain/verification/verification';

/** True for the tag of a form: `said`, `say` of an output or a report, and the tag that `speaker` makes. */
function isSaid(tag: string): boolean {
  return /^said$|(?:^|\.)say$|^speaker\(/.test(tag);
}

/** Forms that the sources use: template literals with a tag, and reasons of protection. */
function formsUsed(): Set<string> {
  const used = new Set(PROTECTIONS.map(({ reason }) => reason));
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(join('src', name), 'utf8');
    if (!/(?:said|say|\))`/i.test(text)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && isSaid(node.tag.getText())) {
        const { template } = node;
        used.add(
          ts.isNoSubstitutionTemplateLiteral(template)
            ? template.text
            : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('{}'),
        );
      }
      node.forEachChild(visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true));
  }
  return used;
}

const USED = formsUsed();

test.each(['ko', 'zh'] as const)(
  '%s has every form that is used, with its gaps, and no other',
  (language) => {
    const used = USED;
    expect(used.size).toBeGreaterThan(20);
    expect(new Set(Object.keys(FORMS[language]))).toEqual(used);
    for (const [form, text] of Object.entries(FORMS[language])) {
      const gaps = form.split('{}').length - 1;
      const places = [...text.matchAll(/\{(\d?)\}/g)].map(([, place]) => place);
      // A language may leave out values that are only in English.
      if (places.every((place) => place === '')) expect([0, gaps]).toContain(places.length);
      // Gaps with numbers may stand in any order, and one of them may be said twice or not at all.
      else expect(places.filter((place) => Number(place) < 1 || Number(place) > gaps)).toEqual([]);
    }
    expect(foreign(Object.entries(FORMS[language]))).toEqual([]);
  },
);

test('a gap with a number takes that value', () => {
  const of = said`checkpoint ${2} of ${'run-1'}`;
  expect([saidText(of), saidText(of, 'ko')]).toEqual(['checkpoint 2 of run-1', 'run-1의 체크포인트 2']);
});

test('a plural is left out after a 1', () => {
  expect(saidText(said`${1} turn(s) of ${2} run(s)`)).toBe('1 turn of 2 runs');
});

test('words within words are in the language of the whole', () => {
  const inner = said`${'`<`'} should be ${'`<=`'}`;
  const all = said`${inner}, and so on the lines like it`;
  expect(saidText(all)).toBe('`<` should be `<=`, and so on the lines like it');
  expect(saidText(all, 'zh')).toBe('`<` 应改为 `<=`，类似的行也一样');
});

test.each(['ko', 'zh'] as const)('a reason is said in %s: nothing of its English is left', (language) => {
  const config = { environment: 'jsdom', projects: [] };
  const files = new Map([['a.test.ts', '']]);
  const context = { config } as unknown as Parameters<typeof whyNotRun>[0]['context'];
  const judges = { files: [{ path: 'b.sh', why: said`a test names it and the program does not` }] };
  const reasonFor = protector(VerificationSpec.parse({}), {
    judges: { folders: ['checks'], failing: [], observed: true, ...judges },
  });
  const reasons = [
    whyNotRun({ files, context }, 'a.test.ts'),
    ...['a.test.ts', 'x.snap', 'Cargo.lock', 'b.sh', 'checks/c.txt'].map(reasonFor),
  ];
  for (const reason of reasons) {
    if (!reason) throw new Error('there is no reason');
    expect(saidText(reason, language)).not.toBe(saidText(reason));
    const bare = withValues(reason, () => '');
    const words = saidText(bare).split(/[^a-z]+/i);
    expect(words.filter((word) => word !== '' && saidText(bare, language).includes(word))).toEqual([]);
  }
});

test('words in words are kept, however deep they are', () => {
  const reason = said`judges the program (${said`takes the place of ${'a.js'}`}, and ${'--impacted'} does not name it)`;
  const deep = said`${'b.sh'} ${reason}`;
  expect(Said.parse(JSON.parse(JSON.stringify(deep)))).toEqual(deep);
});
