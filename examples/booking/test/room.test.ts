import { Room } from '../src/room';

describe('Room', () => {
  let room: Room;

  beforeEach(() => {
    room = new Room(12, 100);
    room.book({ guest: 'Ada', from: '2026-03-02', to: '2026-03-05' });
  });

  it('is taken during a stay', () => {
    expect(room.isFree('2026-03-04', '2026-03-06')).toBe(false);
    expect(() => room.book({ guest: 'Bo', from: '2026-03-01', to: '2026-03-03' })).toThrow('room 12 is taken');
  });

  it('can be booked from the day of departure', () => {
    room.book({ guest: 'Bo', from: '2026-03-05', to: '2026-03-06' });
    expect(room.guestOn('2026-03-05')).toBe('Bo');
  });

  it('refuses a stay without a night', () => {
    expect(() => room.book({ guest: 'Bo', from: '2026-04-01', to: '2026-04-01' })).toThrow(RangeError);
  });

  it('knows who sleeps there', () => {
    expect(room.guestOn('2026-03-04')).toBe('Ada');
  });

  it('knows that nobody does', () => {
    expect(room.guestOn('2026-03-05')).toBeUndefined();
    expect(room.guestOn('2026-03-01')).toBeUndefined();
  });
});
