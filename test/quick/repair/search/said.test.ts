import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { FORMS, said, saidText } from '../../../../src/repair/search/said';

/** Forms that the sources of the room use: template literals with the tag. */
function formsUsed(): Set<string> {
  const used = new Set<string>();
  for (const name of readdirSync('src/repair', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue;
    const file = join('src/repair', name);
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
    visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
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
