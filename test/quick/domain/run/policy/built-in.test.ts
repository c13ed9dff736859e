import { builtInRules } from '../../../../../src/domain/run/policy/built-in';
import { decide, policyOf } from '../../../../../src/domain/run/policy/decide';
import { brokenExample } from '../../../../../src/domain/run/policy/loaded-rule';
import { protectedReason } from '../../../../../src/domain/verification/protected-paths';

const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const;

describe('the built-in policy', () => {
  it.each(
    LEVELS.flatMap((level) => builtInRules({ level }).map((rule) => [level, rule.name, rule] as const)),
  )('of level %s has examples that hold: %s', (_, __, rule) => {
    expect(rule.match.length).toBeGreaterThan(0);
    expect(rule.notMatch.length).toBeGreaterThan(0);
    expect(brokenExample(rule)).toBeUndefined();
  });

  it.each([
    ['LOW', ['allow', 'allow', 'allow', 'ask']],
    ['MEDIUM', ['allow', 'allow', 'ask', 'ask']],
    ['HIGH', ['ask', 'ask', 'ask', 'ask']],
  ] as const)(
    'of level %s says of execute, repair, publish and a tool of the user: %j',
    (level, expected) => {
      const policy = policyOf({ level });
      const said = ['execute', 'repair', 'publish', 'mcp:mail/send'].map((tool) => decide(policy, { tool }));
      expect(said.map(({ decision }) => decision)).toEqual(expected);
    },
  );

  it.each(LEVELS)('of level %s lets checks run in the sandbox, and none without it', (level) => {
    const policy = policyOf({ level });
    const of = (tool: string) => decide(policy, { tool, command: 'npm test' }).decision;
    expect(['check', 'suggested-check', 'unisolated-command'].map(of)).toEqual(['allow', 'allow', 'deny']);
    const loose = policyOf({ level, allowUnsandboxed: true });
    expect(decide(loose, { tool: 'unisolated-command', command: 'npm test' }).decision).toBe('allow');
  });

  it.each(['src/sum.test.ts', 'package.json', 'jest.config.js', 'Makefile', 'pnpm-lock.yaml'])(
    'denies to edit %s with the reason that repairs are refused by, at every level',
    (path) => {
      for (const level of LEVELS) {
        const { decision, reason } = decide(policyOf({ level }), { tool: 'edit', paths: [path] });
        expect(decision).toBe('deny');
        expect(reason).toContain(protectedReason(path));
      }
      expect(decide(policyOf({ level: 'LOW' }), { tool: 'publish', paths: [path] }).decision).toBe('allow');
    },
  );

  it('allows to edit what is the program’s', () => {
    expect(decide(policyOf({ level: 'HIGH' }), { tool: 'edit', paths: ['src/sum.ts'] })).toEqual({
      decision: 'allow',
      reason: "It edits a file of the run's tree to make checks pass.",
      rules: [],
    });
  });
});
