import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FINDINGS, kindOf, type Finding, type FindingId } from '../../../../src/domain/gate/findings';
import { junitOf, sarifOf, markdownOf } from '../../../../src/client/cli/gate-command';
import { textOf } from '../../../../src/domain/gate/report/text';
import { verdictOf } from '../../../../src/domain/gate/verdict';
import { asTree } from '../../../support/hashes';

const TREE = asTree('b'.repeat(64));
const FACTS = { number: 2, base: TREE, tree: TREE, files: 1, tests: { passed: 3, failed: 1, skipped: 0 } };
const NOTE: Finding = { id: 'KTG-SPECIAL-CASE', message: 'a <sign> | of "it"' };
const BROKEN: Finding = {
  id: 'KTG-TEST-BROKEN',
  path: 'test/a b.test.ts',
  line: 3,
  message: '"adds" fails\u0007',
};
const REFUSED = verdictOf(FACTS, [NOTE, BROKEN]);

/** The required fields of SARIF. */
interface Log {
  version: string;
  $schema: string;
  runs: [
    {
      tool: { driver: { name: string; version: string; rules: { id: string }[] } };
      results: { ruleId: string; ruleIndex: number; message: { text: string } }[];
    },
  ];
}

describe('a verdict of a gate', () => {
  it('is refused by one finding that refuses, which stands first', () => {
    expect([REFUSED.verdict, REFUSED.findings]).toEqual(['refused', [BROKEN, NOTE]]);
    expect(verdictOf(FACTS, [NOTE]).verdict).toBe('proven');
    expect(verdictOf(FACTS, [{ id: 'KTG-NOTHING-JUDGED', message: '' }, NOTE]).verdict).toBe('unjudged');
  });

  it('is SARIF 2.1.0 with a rule for each finding that there is', () => {
    const log = JSON.parse(sarifOf(REFUSED, '1.2.3')) as Log;
    const [run] = log.runs;
    expect([log.version, log.$schema, log.runs.length]).toEqual([
      '2.1.0',
      expect.stringContaining('sarif'),
      1,
    ]);
    expect(run.tool.driver).toMatchObject({ name: 'kintsugi gate', version: '1.2.3' });
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual(Object.keys(FINDINGS));
    for (const { ruleId, ruleIndex, message } of run.results) {
      expect(run.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
      expect(typeof message.text).toBe('string');
    }
    expect(run.results[0]).toMatchObject({
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'test/a%20b.test.ts' }, region: { startLine: 3 } } },
      ],
    });
    expect(run.results[1]).toMatchObject({ level: 'note', locations: [] });
  });

  it('is JUnit XML in which what refuses has failed, and nothing ends a tag', () => {
    const text = junitOf(REFUSED);
    expect(text).toContain(`tests="${Object.keys(FINDINGS).length}" failures="1" skipped="0"`);
    expect(text).toContain(
      '<failure message="test/a b.test.ts:3 &quot;adds&quot; fails " type="KTG-TEST-BROKEN">',
    );
    expect(text).toContain('a &lt;sign&gt; | of &quot;it&quot;');
    const unjudged = verdictOf(FACTS, [{ id: 'KTG-NOTHING-JUDGED', message: 'none' }]);
    expect(junitOf(unjudged)).toContain('<skipped message="none"/>');
  });

  it('is Markdown and text that name each finding by its id and place', () => {
    expect(markdownOf(REFUSED)).toContain('| refuses | KTG-TEST-BROKEN | test/a b.test.ts:3 |');
    expect(markdownOf(REFUSED)).toContain('a \\<sign\\> \\| of "it"');
    expect(textOf(REFUSED)).toContain('✘ KTG-TEST-BROKEN test/a b.test.ts:3');
    expect(textOf({ ...REFUSED, isRecorded: true })).toContain('its verdict stands');
  });
});

test('docs/gate.md has a section on each finding, with its meaning, and no other', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/gate.md'), 'utf8');
  const ids = Object.keys(FINDINGS) as FindingId[];
  expect([...page.matchAll(/^### (KTG-[A-Z-]+)$/gm)].map(([, id]) => id)).toEqual(ids);
  for (const id of ids) expect(page).toContain(`${kindOf(id).weight}. ${kindOf(id).meaning}`);
});
