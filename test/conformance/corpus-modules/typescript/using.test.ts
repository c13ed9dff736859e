const log: string[] = [];
const open = (name: string) => ({ name, [Symbol.dispose]: () => void log.push(`close ${name}`) });

beforeEach(() => {
  log.length = 0;
});
it('disposes in reverse order', () => {
  {
    using a = open('a');
    using b = open('b');
    log.push(a.name + b.name);
  }
  expect(log).toEqual(['ab', 'close b', 'close a']);
});
it('disposes when something is thrown', () => {
  const run = (): void => {
    using a = open('a');
    throw new Error(a.name);
  };
  expect(run).toThrow('a');
  expect(log).toEqual(['close a']);
});
it('waits for what is disposed', async () => {
  {
    await using c = { [Symbol.asyncDispose]: async () => void log.push('close c') };
    void c;
  }
  expect(log).toEqual(['close c']);
});
