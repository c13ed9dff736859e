import { firstIssue } from '../../../../../src/domain/issue-words';
import type { Act } from '../../../../../src/domain/run/policy/act';
import { decide, policyOf } from '../../../../../src/domain/run/policy/decide';
import { RunPolicy, StrictRuleFile } from '../../../../../src/domain/run/policy/run-policy';

const rule = (given: object) => ({ decision: 'deny', reason: 'People do it.', ...given });

function refusal(given: object, schema: typeof RunPolicy | typeof StrictRuleFile = RunPolicy): string {
  const file = schema === RunPolicy ? { user: [given] } : { rules: [given] };
  const parsed = schema.safeParse(file);
  if (parsed.success) return 'taken';
  const { where, message } = firstIssue(parsed.error);
  return `${where} ${message}`;
}

/** Decision of a policy with these rules of a user. */
function said(user: object[], act: Act, level: 'LOW' | 'MEDIUM' | 'HIGH' = 'MEDIUM') {
  return decide(policyOf({ level }, RunPolicy.parse({ user })), act);
}

describe('a rule is loaded', () => {
  it.each([
    [
      'by its command',
      { command: 'git push', match: ['git push origin'], notMatch: ['git pushd', 'echo git push'] },
    ],
    [
      'by a quoted word',
      { command: 'make "all of it"', match: ["make 'all of it'"], notMatch: ['make all of it'] },
    ],
    ['by its path', { path: 'infra/**', match: ['infra/a/b.tf', './infra/c'], notMatch: ['src/infra/a'] }],
    [
      'by its tool',
      { tool: 'mcp:mail/*', match: ['mcp:mail/send'], notMatch: ['mcp:calendar/add', 'publish'] },
    ],
    ['by its mode', { mode: 'precision', match: ['PRECISION'], notMatch: ['SPEED'] }],
    [
      'by all of them',
      {
        tool: 'publish',
        path: '*.md',
        mode: 'SPEED',
        match: ['a.md', { path: 'b.md' }],
        notMatch: ['a/b.md', { path: 'a.md', mode: 'PRECISION' }, { path: 'a.md', tool: 'edit' }],
      },
    ],
  ])('where its examples hold: %s', (_, given) => {
    expect(refusal(rule(given))).toBe('taken');
  });

  it.each([
    [
      'misses an example',
      { command: 'git push', match: ['git push', 'git pull'] },
      'user.0 (command "git push") does not match its example "git pull" of "match"',
    ],
    [
      'means what it should not',
      { path: '**/*.ts', match: ['a.ts'], notMatch: ['src/a.ts'] },
      'user.0 (path "**/*.ts") matches its example "src/a.ts" of "notMatch"',
    ],
    [
      'may mean what it should not',
      { command: 'git push', match: ['git push'], notMatch: ['git $X'] },
      'user.0 (command "git push") may match its example "git $X" of "notMatch"',
    ],
    [
      'has an example of another mode',
      { tool: 'publish', mode: 'SPEED', match: [{ mode: 'PRECISION' }] },
      'user.0 (tool "publish" and mode "SPEED") does not match its example {"mode":"PRECISION"} of "match"',
    ],
    ['has no example', { command: 'git push', match: [] }, 'user.0.match needs at least one example'],
    ['has no condition', { match: ['a'] }, 'user.0 needs a tool, a command, a path or a mode'],
    [
      'names a command that is more than words',
      { command: 'git push && rm', match: ['git push && rm'] },
      'user.0 (command "git push && rm") must name plain words, like "git push"',
    ],
    ['names words that vary', { command: 'git $X', match: ['git $X'] }, 'must name plain words'],
    [
      'has a reason that a terminal would obey',
      { command: 'a', match: ['a'], reason: '\u001b[2J' },
      'user.0.reason must be one line of plain text',
    ],
    ['has no reason', { command: 'a', match: ['a'], reason: ' ' }, 'user.0.reason'],
    ['has a decision that is none', { command: 'a', match: ['a'], decision: 'maybe' }, 'user.0.decision'],
    [
      'has a field that is none',
      { command: 'a', match: ['a'], paths: 'b' },
      'has fields that it may not have: paths',
    ],
  ])('and refused with one sentence where it %s', (_, given, sentence) => {
    expect(refusal(rule(given))).toContain(sentence);
  });

  it('of a project only where it does not allow', () => {
    const given = rule({ command: 'a', match: ['a'], decision: 'allow' });
    expect(refusal(given, StrictRuleFile)).toContain('it can ask or deny, but not allow');
    expect(RunPolicy.safeParse({ project: [given] }).success).toBe(false);
    expect(refusal(given)).toBe('taken');
  });
});

describe('the strictest rule wins', () => {
  const publish = (decision: string, path = '**') =>
    rule({
      tool: 'publish',
      path,
      decision,
      match: [path.replace('**', 'a')],
      reason: `${decision} of ${path}.`,
    });
  const act = (...paths: string[]): Act => ({ tool: 'publish', paths });

  it.each([
    [['allow'], 'allow'],
    [['allow', 'ask'], 'ask'],
    [['ask', 'allow'], 'ask'],
    [['deny', 'allow', 'ask'], 'deny'],
    [[], 'ask'],
  ])('of %j: %s', (decisions, expected) => {
    const { decision, rules } = said(
      decisions.map((one) => publish(one)),
      act('src/a.ts'),
    );
    expect(decision).toBe(expected);
    expect(rules.map((one) => `${one.source} ${one.number} ${one.decision}`)).toEqual(
      decisions.map((one, index) => `user ${index + 1} ${one}`),
    );
  });

  it('of a project and a user: the project can tighten and not loosen', () => {
    const policy = policyOf(
      { level: 'LOW' },
      RunPolicy.parse({ user: [publish('allow')], project: [publish('deny', 'infra/**')] }),
    );
    expect(decide(policy, act('src/a.ts')).decision).toBe('allow');
    expect(decide(policy, act('src/a.ts', 'infra/b.tf'))).toMatchObject({
      decision: 'deny',
      reason: 'deny of infra/**.',
    });
  });

  it('over all paths of an act: an allowance has to cover each, and one that is denied denies the whole', () => {
    const rules = [publish('allow', 'docs/**'), publish('deny', 'infra/**')];
    expect(said(rules, act('docs/a.md', 'docs/b.md')).decision).toBe('allow');
    expect(said(rules, act('docs/a.md', 'src/b.ts')).decision).toBe('ask');
    expect(said(rules, act('docs/a.md', 'infra/b.tf')).decision).toBe('deny');
  });

  it('over the approval level: high asks whatever is allowed, and low asks where a rule does', () => {
    expect(said([publish('allow')], act('a'), 'HIGH').decision).toBe('ask');
    expect(said([publish('ask', 'infra/**')], act('infra/a'), 'LOW').decision).toBe('ask');
    expect(said([publish('ask', 'infra/**')], act('src/a'), 'LOW').decision).toBe('allow');
  });

  it('and nothing that a user allows undoes what keeps verdicts honest', () => {
    const all = rule({ path: '**', decision: 'allow', match: ['a'] });
    expect(said([all], { tool: 'edit', paths: ['src/a.test.ts'] }, 'LOW').decision).toBe('deny');
    const run = rule({ command: 'npm', decision: 'allow', match: ['npm test'] });
    expect(said([run], { tool: 'unisolated-command', command: 'npm test' }, 'LOW').decision).toBe('deny');
  });

  it('in its mode alone', () => {
    const rules = [rule({ tool: 'publish', mode: 'PRECISION', match: [{ mode: 'precision' }] })];
    expect(said(rules, { ...act('a'), mode: 'PRECISION' }).decision).toBe('deny');
    expect(said(rules, { ...act('a'), mode: 'SPEED' }).decision).toBe('ask');
    expect(said(rules, act('a')).decision).toBe('ask');
  });
});

describe('a path', () => {
  const rules = [rule({ path: 'infra/**', match: ['infra/a'] })];
  const of = (path: string) => said(rules, { tool: 'delete', paths: [path] }).decision;

  it.each(['infra/a', './infra/a', 'infra//a', 'src/../infra/a', 'infra/.hidden', 'infra/.git/config'])(
    'is denied however it is written: %s',
    (path) => {
      expect(of(path)).toBe('deny');
    },
  );

  it.each(['../infra/a', '/infra/a', `infra${'/a'.repeat(3_000)}`])(
    'that leaves the project, or is too long to be one, is asked about: %.20s',
    (path) => {
      const [loose] = [rule({ path: '**', decision: 'allow', match: ['a'] })];
      expect(said([...rules, loose], { tool: 'delete', paths: [path] }).decision).toBe('ask');
    },
  );

  it('that is not told is asked about where a rule on paths may mean it', () => {
    const some = { tool: 'publish', paths: ['src/a.ts'], morePaths: 3 };
    expect(said(rules, some, 'LOW')).toMatchObject({ decision: 'ask', rules: [{}, { sure: false }] });
    expect(said([], some, 'LOW').decision).toBe('allow');
  });
});

describe('an act that no rule matches', () => {
  it.each([
    ['publish', 'ask', 'It writes the change to your directory, and no rule allows it.'],
    ['mcp:mail/send', 'ask', 'It calls a tool of yours, which may change anything, and no rule allows it.'],
    ['__proto__', 'ask', 'It calls a tool of yours, which may change anything, and no rule allows it.'],
    ['repair', 'allow', "It looks for a repair of the run's tree."],
    ['command', 'allow', "It runs a command on a copy of the run's tree, in the sandbox."],
  ])('is decided on by its kind: %s → %s', (tool, decision, reason) => {
    expect(said([], { tool })).toEqual({ decision, reason, rules: [] });
  });
});
