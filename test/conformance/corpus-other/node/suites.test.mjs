import { after, afterEach, before, beforeEach, describe, it, suite } from 'node:test';
import assert from 'node:assert';

const log = [];

before(() => {
  log.push('root before');
});
beforeEach(() => {
  log.push('root beforeEach');
});
afterEach(() => {
  log.push('root afterEach');
});

describe('suite', () => {
  before(() => {
    log.push('before');
  });
  beforeEach(() => {
    log.push('beforeEach');
  });
  afterEach(() => {
    log.push('afterEach');
  });
  after(() => {
    log.push('after');
  });
  it('first', () => {
    log.push('first');
  });
  describe('inner', () => {
    beforeEach(() => {
      log.push('inner beforeEach');
    });
    afterEach(() => {
      log.push('inner afterEach');
    });
    it('second', (t) => {
      t.after(() => {
        log.push('after second');
      });
      log.push('second');
    });
  });
});

it('ran in order', () => {
  assert.deepStrictEqual(log.slice(0, -1), [
    'root before',
    'before',
    'root beforeEach',
    'beforeEach',
    'first',
    'afterEach',
    'root afterEach',
    'root beforeEach',
    'beforeEach',
    'inner beforeEach',
    'second',
    'inner afterEach',
    'afterEach',
    'root afterEach',
    'after second',
    'after',
  ]);
});

suite('by its other name', () => {
  it('works', () => {});
  it('fails', () => {
    assert.ok(false);
  });
});

describe('asynchronous hooks', () => {
  let ready = false;
  before(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    ready = true;
  });
  it('are waited for', () => {
    assert.ok(ready);
  });
});

describe('hooks with a callback', () => {
  let ready = false;
  before((context, done) => {
    setTimeout(() => {
      ready = true;
      done();
    }, 5);
  });
  it('are waited for', () => {
    assert.ok(ready);
  });
});

describe('before fails', () => {
  before(() => {
    throw new Error('before');
  });
  it('is cancelled', () => {});
  it('is cancelled, too', () => {});
});

describe('beforeEach fails', () => {
  beforeEach(() => {
    throw new Error('beforeEach');
  });
  it('fails', () => {});
});

describe('afterEach fails', () => {
  afterEach(() => {
    throw new Error('afterEach');
  });
  it('fails', () => {});
});

describe('skipped', { skip: true }, () => {
  it('never runs', () => {
    throw new Error('must not run');
  });
});

describe.skip('skipped by a word', () => {
  it('never runs', () => {
    throw new Error('must not run');
  });
});

describe('to do', { todo: true }, () => {
  it('may fail', () => {
    throw new Error('not yet');
  });
});

describe('throws', () => {
  it('is cancelled', () => {});
  throw new Error('body');
});

it('is a test by itself', () => {});
it('takes done', (t, done) => {
  setTimeout(done, 5);
});
it('takes done with an error', (t, done) => {
  setTimeout(() => done(new Error('told')), 5);
});
it('takes done and returns a promise', async (t, done) => {
  done();
});
