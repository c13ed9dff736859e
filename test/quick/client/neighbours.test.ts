import { ENGLISH } from '../../../src/domain/run/said';
import { neighboursLine } from '../../../src/client/cli/render-runs';
import { neighboursOf, type RunSummary } from '../../../src/client/run-list';

const run = (id: string, more: Partial<RunSummary> = {}): RunSummary => ({
  ...{ id, kind: 'heal', execution: 'RUNNING', phase: 'repairing', awaitingApproval: false, language: 'en' },
  ...{ directory: '/p/shop', host: 'here', startedAt: new Date('2026-01-02T03:04:05Z') },
  ...more,
});

const own = run('own');

it.each([
  ['on the same folder', {}],
  ['on a folder that holds it', { directory: '/p' }],
  ['on a folder in it', { directory: '/p/shop/api' }],
  ['that is a session at work', { kind: 'session', phase: 'working' }],
])('a run is told of another one %s', (_, more) => {
  expect(neighboursOf(own, [own, run('other', more)]).map(({ id }) => id)).toEqual(['other']);
});

it.each([
  ['on a folder whose name only begins like it', { directory: '/p/shop-2' }],
  ['without a folder', { directory: undefined }],
  ['on another machine', { host: 'there' }],
  ['that is a part of a run', { parent: 'own' }],
  ['that rests', { kind: 'session', phase: 'resting' }],
  ['that writes no folder', { kind: 'code' }],
])('a run is not told of another one %s', (_, more) => {
  expect(neighboursOf(own, [own, run('other', more)])).toEqual([]);
});

it('the line names the first three runs, since when they work and how they stand', () => {
  expect(neighboursLine([], ENGLISH)).toBeUndefined();
  const line = neighboursLine(
    ['a', 'b', 'c', 'd'].map((id) => run(id)),
    ENGLISH,
  );
  expect(line).toMatch(
    /^Works on this folder as well: a since 2026-01-02 03:04 \(repairing\), b .*, c [^,]+, …\./,
  );
  expect(line).toContain('publishing names the conflict and overwrites nothing');
});
