import { describe, expect, it } from 'vitest';

describe('chains', () => {
  it('compare', () => {
    expect(1).to.equal(1);
    expect({ a: 1 }).to.deep.equal({ a: 1 });
    expect({ a: 1 }).to.eql({ a: 1 });
    expect({ a: 1 }).not.to.equal({ a: 1 });
    expect(5).to.be.above(4).and.below(6);
    expect(5).to.be.at.least(5);
    expect(5).to.be.at.most(5);
    expect(5).to.be.within(4, 6);
    expect(0.3).to.be.closeTo(0.31, 0.02);
  });
  it('know truth', () => {
    expect(true).to.be.true;
    expect(false).to.be.false;
    expect(null).to.be.null;
    expect(undefined).to.be.undefined;
    expect('x').to.be.ok;
    expect('').not.to.be.ok;
    expect([]).to.be.empty;
    expect(0).to.exist;
    expect(null).to.not.exist;
  });
  it('know types', () => {
    expect('x').to.be.a('string');
    expect([]).to.be.an('array');
    expect(() => 1).to.be.a('function');
    expect(new Map()).to.be.instanceOf(Map);
  });
  it('look inside', () => {
    expect([1, 2]).to.include(2);
    expect('hello').to.contain('ell');
    expect({ a: 1, b: 2 }).to.include({ a: 1 });
    expect({ a: 1 }).to.have.property('a');
    expect({ a: 1 }).to.have.property('a', 1);
    expect([1, 2]).to.have.lengthOf(2);
    expect({ a: 1, b: 2 }).to.have.keys('a', 'b');
    expect([2, 1]).to.have.members([1, 2]);
    expect('hello').to.match(/^h/);
    expect(2).to.be.oneOf([1, 2]);
  });
  it('throw', () => {
    expect(() => {
      throw new TypeError('x');
    }).to.throw(TypeError);
    expect(() => 1).to.not.throw();
  });
  it('fails: equal', () => {
    expect(1).to.equal(2);
  });
  it('fails: true', () => {
    expect(false).to.be.true;
  });
  it('fails: not', () => {
    expect(1).not.to.equal(1);
  });
  it('fails: empty', () => {
    expect([1]).to.be.empty;
  });
  it('fails: type', () => {
    expect(1).to.be.a('string');
  });
  it('fails: property', () => {
    expect({}).to.have.property('a');
  });
});
