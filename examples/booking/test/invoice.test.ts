import { priceOf } from '../src/invoice';
import { Room } from '../src/room';
import { nightsOf, overlaps } from '../src/stay';

describe('nightsOf', () => {
  it('lists the nights without the day of departure', () => {
    expect(nightsOf({ guest: 'Ada', from: '2026-03-02', to: '2026-03-05' })).toEqual(['2026-03-02', '2026-03-03', '2026-03-04']);
  });
});

describe('overlaps', () => {
  const stay = { guest: 'Ada', from: '2026-03-02', to: '2026-03-05' };

  it('is true for a shared night', () => {
    expect(overlaps(stay, { guest: 'Bo', from: '2026-03-04', to: '2026-03-08' })).toBe(true);
  });

  it('is false for neighbours', () => {
    expect(overlaps(stay, { guest: 'Bo', from: '2026-03-05', to: '2026-03-08' })).toBe(false);
  });
});

describe('priceOf', () => {
  const room = new Room(12, 100);

  it('is the rate for each night', () => {
    expect(priceOf(room, { guest: 'Ada', from: '2026-03-02', to: '2026-03-05' })).toBe(300);
  });

  it('is higher at weekends', () => {
    expect(priceOf(room, { guest: 'Ada', from: '2026-03-05', to: '2026-03-08' })).toBe(340);
  });

  it('is lower for a week', () => {
    expect(priceOf(room, { guest: 'Ada', from: '2026-03-02', to: '2026-03-09' })).toBe(666);
  });
});
