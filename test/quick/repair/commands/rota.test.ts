import { Rota, type Turning } from '../../../../src/repair/commands/rota';

interface Named extends Turning {
  name: string;
  isDone: boolean;
  isIdle: boolean;
  isLate: boolean;
}

const hunt = (name: string): Named => ({ name, isDone: false, isIdle: false, isLate: false });
const turns = (rota: Rota<Named>, count: number): string =>
  Array.from({ length: count }, () => rota.next()?.name ?? '-').join('');

describe('the turns of hunts', () => {
  it('give the one for all tests every third, and the others the rest in their order, eight in a row', () => {
    const rota = new Rota([hunt('a'), hunt('1'), hunt('2')]);
    expect(turns(rota, 36)).toBe('a11a11a11a11a22a22a22a22a11a11a11a11');
  });

  it('are all of the first hunt while it is early, unless that is done', () => {
    const [all, one] = [hunt('a'), hunt('1')] as const;
    let early = true;
    const rota = new Rota([all, one], () => early);
    expect(turns(rota, 4)).toBe('aaaa');
    Object.assign(all, { isIdle: true, isDone: true });
    expect(turns(rota, 2)).toBe('11');
    Object.assign(all, { isIdle: false, isDone: false });
    early = false;
    expect(turns(rota, 3)).toContain('1');
  });

  it('come last for a hunt that has only edits left that take long', () => {
    const [all, one] = [hunt('a'), hunt('1')] as const;
    all.isLate = true;
    const rota = new Rota([all, one]);
    expect(turns(rota, 3)).toBe('111');
    one.isIdle = true;
    expect(turns(rota, 1)).toBe('a');
  });

  it('are all of one hunt where there is no other', () => {
    expect(turns(new Rota([hunt('a')]), 3)).toBe('aaa');
  });

  it('are those of the first while another is being prepared, and then its own', () => {
    const [all, one, two] = [hunt('a'), hunt('1'), hunt('2')] as const;
    const rota = new Rota([all, one, two]);
    one.isIdle = true;
    expect(turns(rota, 3)).toBe('aaa');
    one.isIdle = false;
    expect(turns(rota, 3)).toBe('a11');
  });

  it('are nobody’s while all are being prepared, and end when all are done', () => {
    const [all, one] = [hunt('a'), hunt('1')] as const;
    const rota = new Rota([all, one]);
    Object.assign(all, { isIdle: true, isDone: true });
    one.isIdle = true;
    expect([turns(rota, 2), rota.isDone]).toEqual(['--', false]);
    one.isDone = true;
    expect(rota.isDone).toBe(true);
  });
});
