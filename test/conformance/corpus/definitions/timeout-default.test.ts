jest.setTimeout(40);

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

it('has the time of the file', async () => {
  await sleep(5);
});

it('takes longer than the time of the file', async () => {
  await sleep(500);
});

it('has a longer time of its own', async () => {
  await sleep(80);
}, 1000);

it('changes the time, which comes too late', async () => {
  jest.setTimeout(5000);
});

it('still has the time of the file', async () => {
  await sleep(500);
});

describe('in a block', () => {
  jest.setTimeout(60);
  it('the last one set while loading counts', async () => {
    await sleep(50);
  });
});
