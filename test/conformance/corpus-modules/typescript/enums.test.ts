import { Color, Direction, Flags, Mixed } from './src/enums';

enum Local {
  A = 'a',
  B = 'b',
}
const enum Small {
  One = 1,
  Two,
  Sum = One + Two,
}
enum Merged {
  First = 1,
}
enum Merged {
  Second = 2,
}

describe('enums', () => {
  it('number their members', () => expect([Color.Red, Color.Green, Color.Blue]).toEqual([0, 1, 2]));
  it('go on from a value', () => expect([Direction.Up, Direction.Down, Direction.Left]).toEqual([5, 6, 10]));
  it('map numbers back', () => expect([Color[0], Color[2], Direction[6]]).toEqual(['Red', 'Blue', 'Down']));
  it('do not map texts back', () => expect(Object.keys(Local)).toEqual(['A', 'B']));
  it('mix texts and numbers', () => expect({ ...Mixed }).toEqual({ 0: 'No', No: 0, Yes: 'YES' }));
  it('compute flags', () => {
    expect(Flags.All).toBe(7);
    expect((Flags.Read | Flags.Write) & Flags.Write).toBe(Flags.Write);
  });
  it('are constant', () => expect([Small.One, Small.Two, Small.Sum]).toEqual([1, 2, 3]));
  it('merge', () => expect([Merged.First, Merged.Second, Merged[1], Merged[2]]).toEqual([1, 2, 'First', 'Second']));
  it('are values', () => {
    const names = Object.values(Color).filter((value) => typeof value === 'string');
    expect(names).toEqual(['Red', 'Green', 'Blue']);
  });
  it('fails where a member is not what is expected', () => expect(Color.Red).toBe(1));
});
