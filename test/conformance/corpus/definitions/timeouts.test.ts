const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('ends in time', async () => {
  await sleep(5);
}, 500);

it('takes too long', async () => {
  await sleep(500);
}, 20);

it('takes too long with done', (done) => {
  setTimeout(done, 500);
}, 20);

it('is not hurt by the tests before', async () => {
  await sleep(5);
});

describe('hooks', () => {
  describe('beforeAll takes too long', () => {
    beforeAll(async () => {
      await sleep(500);
    }, 20);
    it('fails', () => {});
  });

  describe('afterEach takes too long', () => {
    afterEach(async () => {
      await sleep(500);
    }, 20);
    it('fails', () => {});
  });

  describe('a longer timeout', () => {
    beforeAll(async () => {
      await sleep(30);
    }, 1000);
    it('passes', () => {});
  });
});

it.each([5, 500])('row of %d ms', async (ms) => {
  await sleep(ms);
}, 50);

test.failing('that it takes too long is expected', async () => {
  await sleep(500);
}, 20);
