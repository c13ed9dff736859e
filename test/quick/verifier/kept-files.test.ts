import { VerificationSpec } from '../../../src/domain/verification/verification';
import { RunPolicy } from '../../../src/domain/run/policy/run-policy';
import { said } from '../../../src/domain/run/said';
import { protector } from '../../../src/verifier/select-tests';

const spec = VerificationSpec.parse({});
const rule = { path: 'infra/**', decision: 'deny', reason: 'Ann edits those.', match: ['infra/a'] };
const KEPT = said`is kept as it is by the policy (${'Ann edits those.'})`;

describe('a file that a rule denies to edit', () => {
  it.each(['user', 'project'])('is protected by a rule of the %s, and no name unlocks it', (source) => {
    const policy = RunPolicy.parse({ [source]: [rule] });
    const reasonFor = protector(spec, { policy, impactedFiles: ['infra/main.tf'] });
    expect([reasonFor('infra/main.tf'), reasonFor('src/a.ts')]).toEqual([KEPT, undefined]);
  });

  it('is protected in the mode of the rule alone', () => {
    const policy = RunPolicy.parse({ user: [{ ...rule, mode: 'SPEED' }] });
    expect(protector(spec, { policy, mode: 'SPEED' })('infra/a')).toEqual(KEPT);
    expect(protector(spec, { policy, mode: 'PRECISION' })('infra/a')).toBeUndefined();
  });

  it('is not protected by a rule on another act, or by one that only asks', () => {
    const others = ['publish', 'change'].map((tool) => ({ ...rule, tool }));
    const asks = { ...rule, decision: 'ask' };
    const policy = RunPolicy.parse({ user: [...others, asks] });
    expect(protector(spec, { policy })('infra/a')).toBeUndefined();
  });

  it('and all others are protected as ever', () => {
    const everything = { ...rule, path: '**', decision: 'allow' };
    const policy = RunPolicy.parse({ user: [everything] });
    expect(protector(spec, { policy })('src/a.test.ts')).toEqual(said`is a test`);
  });
});
