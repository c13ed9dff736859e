it('calls done at once', (done) => {
  done();
});

it('calls done later', (done) => {
  setTimeout(done, 5);
});

it('calls done with null', (done) => {
  done(null);
});

it('calls done with undefined', (done) => {
  done(undefined);
});

it('calls done with 0 and an empty string, which are no reasons', (done) => {
  done(0 || '');
});

it('calls done with an error', (done) => {
  done(new Error('told'));
});

it('calls done with a text', (done) => {
  done('a reason');
});

it('calls done with an object', (done) => {
  done({ code: 1 });
});

it('never calls done', (done) => {
  void done;
}, 30);

it('calls done twice', (done) => {
  done();
  done();
});

it('calls done twice, the second time with an error', (done) => {
  done();
  done(new Error('second'));
});

it('calls done and throws', (done) => {
  done();
  throw new Error('after done');
});

it('throws before done', (done) => {
  throw new Error('before');
  done();
});

it('takes done and returns a promise', async (done) => {
  done();
});

it('takes done and returns a value', (done) => {
  done();
  return 5;
});

it('takes done and rejects', (done) => {
  setTimeout(() => done(), 5);
  return undefined;
});

it('fails in a callback with try', (done) => {
  setTimeout(() => {
    try {
      expect(1).toBe(2);
      done();
    } catch (error) {
      done(error);
    }
  }, 1);
});

it('fails in a callback without try', (done) => {
  setTimeout(() => {
    expect(1).toBe(2);
    done();
  }, 1);
});

it('has an optional parameter, which is none', (done = undefined) => {
  expect(done).toBeUndefined();
});

it('has a rest parameter, which is none', (...rest) => {
  expect(rest).toEqual([]);
});

describe('hooks with done', () => {
  let ready = false;
  beforeAll((done) => {
    setTimeout(() => {
      ready = true;
      done();
    }, 5);
  });
  beforeEach((done) => done());
  afterEach((done) => {
    setTimeout(done, 1);
  });
  it('waits for them', () => {
    expect(ready).toBe(true);
  });
});

describe('hooks with a failing done', () => {
  beforeEach((done) => {
    done(new Error('not ready'));
  });
  it('fails its tests', () => {});
});

describe('hooks whose done never comes', () => {
  beforeEach((done) => {
    void done;
  }, 30);
  it('fails its tests', () => {});
});

it('works inside an async flow', (done) => {
  Promise.resolve()
    .then(() => new Promise((resolve) => setTimeout(resolve, 2)))
    .then(() => done());
});
