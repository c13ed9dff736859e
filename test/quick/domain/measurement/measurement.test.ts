import { findBottleneck, profiledCommand } from '../../../../src/coder/session/tools/profile';
import { functionTimes } from '../../../../src/domain/measurement/call-times';
import { measuredCommands, namedCommand } from '../../../../src/domain/measurement/commands';
import {
  compareTimes,
  interleaved,
  runsWithin,
  mannWhitney,
  median,
  medianDeviation,
  seededRandom,
} from '../../../../src/domain/measurement/compare';
import { cpuTimes, type CpuProfile } from '../../../../src/domain/measurement/cpu-profile';
import { pythonTimes } from '../../../../src/domain/measurement/python-profile';
import { timeIn } from '../../../../src/coder/session/tools/benchmark';

const node = (
  id: number,
  functionName: string,
  url: string,
  lineNumber: number,
  children: number[] = [],
) => ({
  id,
  callFrame: { functionName, url, lineNumber },
  children,
});

const PROFILE: CpuProfile = {
  nodes: [
    node(1, '(root)', '', -1, [2, 5]),
    node(2, '', 'file:///p/src/a%20b.js', 0, [3]),
    node(3, 'walk', 'file:///p/src/a%20b.js', 4, [4]),
    node(4, 'walk', 'file:///p/src/a%20b.js', 4),
    node(5, 'parse', 'file:///p/node_modules/x/i.js', 9),
  ],
  startTime: 0,
  endTime: 1_000_000,
  samples: [2, 3, 4, 5, 1],
  timeDeltas: [0, 100_000, 200_000, 300_000, 200_000],
};

describe('times of a V8 profile', () => {
  it('gives a sample the time until the next, counts a recursion once, and shows the project first', () => {
    const times = cpuTimes([PROFILE], '/p');
    expect(
      times.map(({ name, file, line, isOwn, selfMs, totalMs }) => [name, file, line, isOwn, selfMs, totalMs]),
    ).toEqual([
      ['walk', 'src/a b.js', 5, true, 500, 500],
      ['(module)', 'src/a b.js', 1, true, 100, 600],
      ['parse', '/p/node_modules/x/i.js'.slice(3), 10, false, 200, 200],
    ]);
    expect(times[0]?.share).toBeCloseTo(500 / 800);
    expect(findBottleneck(times)).toMatchObject({ kind: 'bottleneck', hot: { name: 'walk' } });
  });

  it('ends on a profile whose nodes are their own children, and on very deep ones', () => {
    const circular = { ...PROFILE, nodes: [node(1, 'a', '', 0, [2]), node(2, 'b', '', 0, [2])] };
    expect(cpuTimes([circular], '/p').length).toBeGreaterThanOrEqual(0);
    const deep = Array.from({ length: 50_000 }, (_, index) => ({
      id: `${index}`,
      frame: { name: `f${index}`, file: 'x', line: 1, isOwn: true },
      selfMs: 1,
      children: [`${index + 1}`],
    }));
    expect(functionTimes(deep).find(({ name }) => name === 'f0')?.totalMs).toBe(50_000);
  });

  it('finds no bottleneck where the time is spread or too short', () => {
    const rows = Array.from({ length: 10 }, (_, index): [string, number, string, number, number] => [
      'a.py',
      index,
      'f',
      0.1,
      1,
    ]);
    expect(findBottleneck(pythonTimes(rows, '/p')).kind).toBe('spread');
    expect(findBottleneck(pythonTimes([['a.py', 1, 'f', 0.01, 0.01]], '/p')).kind).toBe('too-short');
    expect(findBottleneck(pythonTimes([['/usr/lib/x.py', 1, 'f', 9, 9]], '/p')).kind).toBe('too-short');
  });
});

describe('the command that is measured', () => {
  it.each([
    ['profile `node a.js --fast`', 'node a.js --fast'],
    ['profile node a.js', 'node a.js'],
    ['프로파일링: python3 main.py', 'python3 main.py'],
    ['why does node feel slow?', undefined],
    ['make it faster', undefined],
  ])('is read from %p', (text, command) => {
    expect(namedCommand(text)).toBe(command);
  });

  it('is the body of the script that is named or there, the best first', () => {
    const manifest = JSON.stringify({ scripts: { test: 'jest', bench: 'node b.js' } });
    const commands = measuredCommands('why so slow?', manifest, ['bench', 'start', 'test']);
    expect(commands.map(({ label }) => label)).toEqual(['npm run bench', 'npm run test']);
    expect(measuredCommands('profile `npm test`', manifest, [])[0]?.command).toMatch(/; jest$/);
    expect(measuredCommands('x', '{', ['bench'])).toEqual([]);
  });

  it('is profiled by its own engine', () => {
    expect(profiledCommand('python3 a.py x')).toContain(
      'python3 -m cProfile -o .kintsugi-profile/raw a.py x; code=$?',
    );
    expect(profiledCommand('node a.js')).toContain(
      'node --cpu-prof --cpu-prof-dir="$PWD/.kintsugi-profile" a.js',
    );
    expect(profiledCommand('jest')).toContain('export NODE_OPTIONS; jest');
  });
});

describe('statistics', () => {
  it('are those of the books', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(medianDeviation([1, 1, 2, 2, 4, 6, 9])).toBe(1);
    // With the complement of the error function, calculated elsewhere.
    expect(
      mannWhitney([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
    ).toBeCloseTo(0.00018267, 6);
    expect(mannWhitney([1, 2, 2, 3, 5], [2, 3, 4, 4, 6])).toBeCloseTo(0.241844, 6);
    expect(mannWhitney([1, 1], [1, 1])).toBe(1);
  });

  it('see a real difference and none where there is none', () => {
    const random = seededRandom(7);
    const runs = (centre: number) => Array.from({ length: 15 }, () => centre * (1 + 0.05 * (random() - 0.5)));
    const slower = compareTimes(runs(100), runs(120));
    expect(slower.verdict).toBe('slower');
    expect(slower.interval[0]).toBeLessThan(slower.ratio);
    expect(slower.interval[1]).toBeGreaterThan(slower.ratio);
    expect(compareTimes(runs(120), runs(100)).verdict).toBe('faster');
    expect(compareTimes(runs(100), runs(100)).verdict).toBe('no-difference');
    expect(compareTimes([1, 1, 1], [9, 9, 9]).verdict).toBe('no-difference');
  });

  it('wrongly see one in few of many comparisons of equal sides', () => {
    const random = seededRandom(3);
    const runs = () => Array.from({ length: 10 }, () => 100 + 20 * random());
    const wrong = Array.from({ length: 200 }, () => compareTimes(runs(), runs())).filter(
      ({ verdict }) => verdict !== 'no-difference',
    );
    expect(wrong.length).toBeLessThanOrEqual(6);
  });

  it('come from runs in turns, at least ten within the time', () => {
    expect(interleaved(2)).toEqual(['before', 'after', 'after', 'before']);
    expect(runsWithin(1_000, 100)).toBe(10);
    expect(runsWithin(1_000, 101)).toBeUndefined();
    expect(runsWithin(1e9, 1)).toBe(30);
    expect(timeIn({ start: '1700000000000000000\n', end: '1700000000012500000\n' })).toBe(12.5);
    expect(timeIn({ start: '1700000000N', end: '1700000001N' })).toBeUndefined();
  });
});
