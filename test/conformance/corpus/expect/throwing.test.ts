class CustomError extends Error {
  code = 'E_CUSTOM';
  constructor(message: string) {
    super(message);
    this.name = 'CustomError';
  }
}

const fail = () => {
  throw new CustomError('it went wrong at 5');
};

describe('toThrow', () => {
  it('takes anything', () => {
    expect(fail).toThrow();
  });
  it('takes a part of the message', () => {
    expect(fail).toThrow('went wrong');
  });
  it('takes a pattern', () => {
    expect(fail).toThrow(/wrong at \d/);
  });
  it('takes a class', () => {
    expect(fail).toThrow(CustomError);
    expect(fail).toThrow(Error);
    expect(fail).not.toThrow(TypeError);
  });
  it('takes an error and compares messages', () => {
    expect(fail).toThrow(new Error('it went wrong at 5'));
    expect(fail).not.toThrow(new Error('it went wrong'));
  });
  it('takes an asymmetric matcher', () => {
    expect(fail).toThrow(expect.objectContaining({ code: 'E_CUSTOM' }));
    expect(fail).toThrow(expect.any(CustomError));
  });
  it('fails when nothing is thrown', () => {
    expect(() => {}).toThrow();
  });
  it('fails for another message', () => {
    expect(fail).toThrow('all is well');
  });
  it('fails for another class', () => {
    expect(fail).toThrow(TypeError);
  });
  it('fails negated', () => {
    expect(fail).not.toThrow();
  });
  it('passes negated when nothing is thrown', () => {
    expect(() => 5).not.toThrow();
  });
  it('refuses what is no function', () => {
    expect(5 as never).toThrow();
  });
  it('takes thrown texts', () => {
    expect(() => {
      throw 'a text';
    }).toThrow('a text');
  });
  it('takes thrown objects with a message', () => {
    expect(() => {
      throw { message: 'no error' };
    }).toThrow('no error');
  });
  it('takes thrown undefined', () => {
    expect(() => {
      throw undefined;
    }).toThrow();
  });
  it('takes errors from built-ins', () => {
    expect(() => JSON.parse('{')).toThrow(SyntaxError);
    expect(() => (null as any).x).toThrow(TypeError);
    expect(() => new Array(-1)).toThrow(RangeError);
    expect(() => decodeURIComponent('%')).toThrow(URIError);
    expect(() => (globalThis as any).notDefinedAnywhere()).toThrow(TypeError);
  });
  it('compares causes', () => {
    const withCause = () => {
      throw new Error('outer', { cause: new Error('inner') });
    };
    expect(withCause).toThrow(new Error('outer', { cause: new Error('inner') }));
    expect(withCause).not.toThrow(new Error('outer', { cause: new Error('other') }));
  });
});

describe('rejections', () => {
  const reject = async () => {
    throw new CustomError('rejected at 7');
  };
  it('rejects.toThrow takes all forms', async () => {
    await expect(reject()).rejects.toThrow();
    await expect(reject()).rejects.toThrow('rejected');
    await expect(reject()).rejects.toThrow(/at \d/);
    await expect(reject()).rejects.toThrow(CustomError);
    await expect(reject).rejects.toThrow('rejected at 7');
    await expect(reject()).rejects.not.toThrow('other');
  });
  it('rejects with matchers of all kinds', async () => {
    await expect(reject()).rejects.toMatchObject({ code: 'E_CUSTOM' });
    await expect(reject()).rejects.toBeInstanceOf(CustomError);
    await expect(Promise.reject(5)).rejects.toBe(5);
    await expect(Promise.reject({ a: 1 })).rejects.toEqual({ a: 1 });
    await expect(Promise.reject(new Error('x'))).rejects.toHaveProperty('message', 'x');
  });
  it('fails when it resolves', async () => {
    await expect(Promise.resolve(1)).rejects.toThrow();
  });
  it('fails for another message', async () => {
    await expect(reject()).rejects.toThrow('fine');
  });
  it('resolves.toThrow needs a function', async () => {
    await expect(Promise.resolve(() => fail())).resolves.toThrow('went wrong');
  });
  it('rejects with a text and toThrow', async () => {
    await expect(Promise.reject('text')).rejects.toThrow('text');
  });
});

describe('resolves', () => {
  it('takes all matchers', async () => {
    await expect(Promise.resolve(1)).resolves.toBe(1);
    await expect(Promise.resolve({ a: 1 })).resolves.toEqual({ a: 1 });
    await expect(Promise.resolve([1])).resolves.not.toContain(2);
    await expect(async () => 'x').resolves.toMatch('x');
    await expect({ then: (ok: (value: number) => void) => ok(3) }).resolves.toBe(3);
  });
  it('fails for another value', async () => {
    await expect(Promise.resolve(1)).resolves.toBe(2);
  });
  it('fails when it rejects', async () => {
    await expect(Promise.reject(new Error('no'))).resolves.toBe(1);
  });
  it('refuses what is no promise', async () => {
    await expect(1).resolves.toBe(1);
  });
  it('returns a promise that may be returned', () => expect(Promise.resolve(1)).resolves.toBe(1));
  it('returns a promise that fails when it is returned', () => expect(Promise.resolve(1)).resolves.toBe(2));
});
