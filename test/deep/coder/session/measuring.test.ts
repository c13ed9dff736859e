import { SessionCommandBench } from '../../../support/session-command-bench';

const bench = new SessionCommandBench();
afterAll(() => bench.close());

const HOT = [
  'function busy() {',
  '  const until = Date.now() + 600;',
  '  let sum = 0;',
  '  while (Date.now() < until) for (let i = 0; i < 1e5; i += 1) sum += i % 7;',
  '  return sum;',
  '}',
  'function outer() { return busy(); }',
  'console.log(outer());',
  '',
].join('\n');

describe('performance profiling', () => {
  it('names the hot function of a command, by file and line', async () => {
    const handled = await bench.handle('performance_profiling', {
      text: 'profile `node src/hot.js`',
      files: { 'src/hot.js': HOT },
    });
    expect(handled).toMatchObject({ status: 'done', trigger: 'bottleneck_found', files: ['src/hot.js'] });
    expect(handled.answer).toMatch(/^busy \(src\/hot\.js:1\) takes \d+\.\d %/);
    const { times } = (await bench.detail(handled)) as {
      times: { name: string; selfMs: number; totalMs: number }[];
    };
    const time = (name: string) => times.find((one) => one.name === name);
    expect(time('busy')?.selfMs).toBeGreaterThan(300);
    expect(time('outer')?.totalMs).toBeGreaterThan(time('outer')?.selfMs ?? Infinity);
  });

  it("profiles the package's script where no command is named, in processes that it starts too", async () => {
    const handled = await bench.handle('performance_profiling', {
      text: '왜 느린지 프로파일링해줘',
      language: 'ko',
      files: {
        'package.json': JSON.stringify({ scripts: { bench: 'echo start && node src/hot.js' } }),
        'src/hot.js': HOT,
      },
    });
    expect(handled.trigger).toBe('bottleneck_found');
    expect(handled.answer).toContain('`npm run bench`의 프로파일');
  });

  it('asks for a baseline where the code hardly runs, and says how a command without a profile ended', async () => {
    const files = { 'quick.js': 'console.log(1);\n' };
    expect(
      await bench.handle('performance_profiling', { text: 'profile `node quick.js`', files }),
    ).toMatchObject({
      trigger: 'baseline_needed',
    });
    const failed = await bench.handle('performance_profiling', {
      text: 'profile `no-such-program x`',
      files,
    });
    expect(failed).toMatchObject({
      status: 'failed',
      answer: expect.stringContaining('no-such-program') as string,
    });
    expect(failed.trigger).toBeUndefined();
    expect(await bench.handle('performance_profiling', { text: 'profile it', files })).toMatchObject({
      status: 'lacking',
    });
  });

  it('profiles a program of Python', async () => {
    const handled = await bench.handle('performance_profiling', {
      text: 'profile `python3 main.py`',
      files: {
        'main.py':
          'import time\ndef busy():\n    end = time.time() + 0.4\n    n = 0\n    while time.time() < end:\n        n += 1\n    return n\nprint(busy())\n',
      },
    });
    expect(handled).toMatchObject({ status: 'done', trigger: 'bottleneck_found' });
    expect(handled.answer).toContain('busy (main.py:2)');
  });
});

describe('benchmark', () => {
  const work = (ms: number) => `const end = Date.now() + ${ms};\nwhile (Date.now() < end);\n`;

  it('finds a loss of speed against the files that the session began with', async () => {
    const handled = await bench.handle('benchmark', {
      text: 'benchmark `node work.js`',
      base: { 'work.js': work(1) },
      files: { 'work.js': work(80) },
    });
    expect(handled).toMatchObject({ status: 'done', trigger: 'regression_found' });
    const { times, comparison } = (await bench.detail(handled)) as {
      times: { before: number[]; after: number[] };
      comparison: { ratio: number };
    };
    expect(Math.min(times.before.length, times.after.length)).toBeGreaterThanOrEqual(10);
    expect(comparison.ratio).toBeGreaterThan(1.1);
  });

  it('measures the present files alone where nothing changed, and fails with a command that fails', async () => {
    const files = { 'work.js': work(1) };
    const alone = await bench.handle('benchmark', { text: 'benchmark `node work.js`', files, base: files });
    expect(alone.answer).toContain('nothing to compare with');
    expect(alone.trigger).toBeUndefined();
    const failed = await bench.handle('benchmark', { text: 'benchmark `node missing.js`', files });
    expect(failed).toMatchObject({
      status: 'failed',
      answer: expect.stringContaining('missing.js') as string,
    });
  });
});
