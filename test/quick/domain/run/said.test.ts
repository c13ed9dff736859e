import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { FORMS, Said, said, saidText, withValues } from '../../../../src/domain/run/said';
import { PROTECTIONS } from '../../../../src/domain/verification/protected-paths';
import { protector, whyNotRun } from '../../../../src/verifier/select-tests';
import { VerificationSpec } from '../../../../src/domain/verification/verification';

/** Forms that the sources use: template literals with the tag, and reasons of protection. */
function formsUsed(): Set<string> {
  const used = new Set(PROTECTIONS.map(({ reason }) => reason));
  for (const name of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const text = readFileSync(join('src', name), 'utf8');
    if (!text.includes('said`')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'said') {
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

test.each(['ko', 'zh'] as const)(
  '%s has every form that is used, with its gaps, and no other',
  (language) => {
    const used = formsUsed();
    expect(used.size).toBeGreaterThan(20);
    expect(new Set(Object.keys(FORMS[language]))).toEqual(used);
    for (const [form, text] of Object.entries(FORMS[language])) {
      expect(text.split('{}')).toHaveLength(form.split('{}').length);
      expect(text.replaceAll(/`[^`]*`|\{\}/g, '')).not.toMatch(/[A-Za-z]/);
    }
  },
);

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
