function namedFunction() {}
class NamedClass {}

describe(NamedClass, () => {
  it(namedFunction, () => {
    expect(expect.getState().currentTestName).toBe('NamedClass namedFunction');
  });

  it(NamedClass, () => {
    expect(expect.getState().currentTestName).toBe('NamedClass NamedClass');
  });
});

describe(42, () => {
  it(7, () => {
    expect(expect.getState().currentTestName).toBe('42 7');
  });
});

it('with "quotes", `backticks` and \\ slashes', () => {});
it('with\nnewline', () => {
  expect(expect.getState().currentTestName).toBe('with\nnewline');
});
it('with % signs %s %d %%', () => {
  expect(expect.getState().currentTestName).toBe('with % signs %s %d %%');
});
it('with $variables and ${braces}', () => {});
it('with unicode: grüße 日本語 🎉', () => {
  expect(expect.getState().currentTestName).toBe('with unicode: grüße 日本語 🎉');
});
it('  with spaces around  ', () => {
  expect(expect.getState().currentTestName).toBe('  with spaces around  ');
});
it('', () => {
  expect(expect.getState().currentTestName).toBe('');
});

describe('refused titles', () => {
  for (const [label, title] of [
    ['an object', {}],
    ['null', null],
    ['an anonymous function', () => {}],
    ['a symbol', Symbol('x')],
    ['true', true],
  ]) {
    let thrown;
    try {
      it(title, () => {});
    } catch (error) {
      thrown = error;
    }
    it(`refuses ${label}`, () => {
      expect(thrown).toBeInstanceOf(Error);
    });
  }
});
