import { otherUnits } from '../../../../src/repair/search/wanted-values';

describe('a time in other units', () => {
  it.each([
    'ms',
    'timeoutMs',
    'self.ttl',
    'delay_seconds',
    'DAY',
    'perHour',
    'intervals',
    'milliseconds',
    'maxTTLDays',
    'HTTPTimeout',
  ])('is made of %s', (code) => {
    expect(otherUnits(code)).toEqual([`${code} * 1000`, `${code} * 60`, `${code} / 1000`, `${code} / 60`]);
  });

  it.each(['items', 'params', 'section', 'secret', 'today', 'x'])('is not made of %s', (code) => {
    expect(otherUnits(code)).toEqual([]);
  });
});
