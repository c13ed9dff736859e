import { namedHashes } from '../../../../src/domain/named-hashes';
import { verdictOnRun, type RunsOnServer } from '../../../../src/domain/run/retention';
import { sizeText } from '../../../../src/domain/text';

const DAY = 24 * 3_600_000;
const now = 1_000 * DAY;
const rules = { nowMs: now, graceMs: DAY, retentionMs: 30 * DAY, foreignToo: false };
const server: RunsOnServer = {
  namespaceId: 'here',
  ends: new Map<string, number | 'open'>([
    ['open', 'open'],
    ['ended', now - 29 * DAY],
    ['long ended', now - 31 * DAY],
  ]),
};

describe('whether the data of a run is kept', () => {
  it.each([
    ['an open run, however old', { run: 'open', seenMs: 0 }, 'running'],
    ['a run that ended within the retention time', { run: 'ended', seenMs: 0 }, 'retained'],
    ['a run that ended before it', { run: 'long ended', seenMs: now - 31 * DAY }, 'collectable'],
    [
      'a run that still writes, whatever its server says',
      { run: 'long ended', seenMs: now - DAY / 2 },
      'recent',
    ],
    ['a run that the server has forgotten, seen lately', { run: 'lost', seenMs: now - 29 * DAY }, 'retained'],
    [
      'a run that the server has forgotten',
      { run: 'lost', seenMs: now - 31 * DAY, namespaceId: 'here' },
      'collectable',
    ],
    [
      'a run that left no record and that nobody knows',
      { run: 'lost', seenMs: now - 31 * DAY },
      'collectable',
    ],
    ['a run of another server', { run: 'lost', seenMs: 0, namespaceId: 'there' }, 'foreign'],
  ] as const)('%s', (_, run, verdict) => {
    expect(verdictOnRun(run, server, rules)).toBe(verdict);
  });

  it('keeps every run where no server can be asked', () => {
    for (const run of ['open', 'long ended', 'lost'])
      expect(verdictOnRun({ run, seenMs: 0 }, undefined, rules)).toBe('unasked');
  });

  it('has a verdict on runs of other servers by when they were seen, where that is asked for', () => {
    const foreignToo = { ...rules, foreignToo: true };
    const run = { run: 'lost', namespaceId: 'there' };
    expect(verdictOnRun({ ...run, seenMs: 0 }, server, foreignToo)).toBe('collectable');
    expect(verdictOnRun({ ...run, seenMs: now - 2 * DAY }, server, foreignToo)).toBe('retained');
  });
});

describe('hashes in texts', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];

  it('are found with the field they stand in', () => {
    const text = JSON.stringify({ tree: a, said: [1, `see ${b}`], nested: { report: b } });
    expect(namedHashes(text)).toEqual([
      { hash: a, field: 'tree' },
      { hash: b },
      { hash: b, field: 'report' },
    ]);
  });

  it('have the field of the list they stand in, as long as it lasts', () => {
    const text = JSON.stringify({ states: [a, b, a], by: [{ [a]: 1 }], before: a, [b]: 2 });
    expect(namedHashes(text)).toEqual([
      { hash: a, field: 'states' },
      { hash: b, field: 'states' },
      { hash: a },
      { hash: a, field: 'before' },
      { hash: b },
    ]);
  });

  it('are of a blob where a reference holds nothing else', () => {
    expect(namedHashes(`blob:${a}`)).toEqual([{ hash: a, field: 'blob' }]);
    expect(namedHashes(JSON.stringify([`blob:${a}`]))).toEqual([{ hash: a }]);
  });

  it('are no part of longer digits', () => {
    expect(namedHashes(`${a}0 ${'1'.repeat(63)} x${b}`)).toEqual([{ hash: b }]);
  });
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_500, '1.5 kB'],
  [999_999, '1 MB'],
  [20e9, '20 GB'],
  [123_456_789, '123 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
