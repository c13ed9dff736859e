import { drawnAttacks, runAttacks } from '../../support/attack-runs';

describe('hostile programs', () => {
  it('of each class, and 30 more that the commit draws, are held', async () => {
    const attacks = drawnAttacks(30);
    const { outcomes } = await runAttacks(attacks);
    expect(outcomes).toHaveLength(attacks.length);
    expect(outcomes.filter(({ held }) => !held)).toEqual([]);
  });
});
