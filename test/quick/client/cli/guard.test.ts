import { ENGLISH } from '../../../../src/domain/run/said';
import { answersOf } from '../../../../src/client/cli/guard/answers';
import { gateExit, renderGate } from '../../../../src/client/cli/render-gate';
import type { GateResult } from '../../../../src/domain/gate/state';
import type { GateVerdict } from '../../../../src/domain/gate/verdict';
import { terminalVariables } from '../../../../src/config';
import { asTree } from '../../../support/hashes';
import { directory } from '../../../support/healing-machine';

const TREE = asTree('b'.repeat(64));
const verdictOf = (verdict: GateVerdict['verdict']): GateVerdict => ({
  ...{ version: 1, number: 1, verdict, base: asTree('a'.repeat(64)), tree: TREE, files: 1 },
  ...{ tests: { passed: 1, failed: 0, skipped: 0 }, findings: [], isRecorded: false },
});
const gateThat = (verdict: GateVerdict['verdict']) => ({ check: () => Promise.resolve(verdictOf(verdict)) });

describe('the program kintsugi in a guard', () => {
  const ask = (verdict: GateVerdict['verdict'], ...args: string[]) =>
    answersOf(gateThat(verdict))({ args, stdin: '{"stop_hook_active": true}' });

  it('checks the gate of the guard, with the exit codes of the gate', async () => {
    expect(await ask('proven', 'gate', 'check')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Proven/),
    });
    expect(await ask('unjudged', 'gate', 'check')).toMatchObject({ code: 7 });
    const { stdout = '' } = await ask('refused', 'gate', 'check', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'refused' });
  });

  it('neither begins nor ends a gate, and does nothing else', async () => {
    expect((await ask('proven', 'gate', 'begin')).code).toBe(0);
    for (const args of [['approve', 'x'], ['gate', 'list'], ['rollback', 'x'], []])
      expect(await ask('proven', ...args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('outside'),
      });
  });

  it('sends an agent back three times a prompt, and then lets it stop', async () => {
    const answer = answersOf(gateThat('refused'));
    const hook = async (name: string) =>
      (await answer({ args: ['hooks', 'run', name], stdin: '{"stop_hook_active": true}' })).stdout ?? '';
    for (const round of [1, 2, 3])
      expect([round, await hook('stop')]).toEqual([round, expect.stringContaining('"block"')]);
    const last = await hook('stop');
    expect(last).toContain('Sent back 3 times');
    expect(last).not.toContain('"block"');
    await hook('begin');
    expect(await hook('stop')).toContain('"block"');
    expect((await answer({ args: ['hooks', 'run', 'push'], stdin: '' })).code).toBe(1);
    expect(await ask('unjudged', 'hooks', 'run', 'push')).toMatchObject({ code: 0 });
  });
});

describe('a guard that has ended', () => {
  const result = (status: GateResult['status'], more: Partial<GateResult> = {}): GateResult => ({
    ...{ version: 1, id: 'guard-sum', directory, status, message: 'it was so', checkpoints: [] },
    last: verdictOf('refused'),
    diff: {
      ...{
        base: asTree('a'.repeat(64)),
        tree: TREE,
        hash: asTree('d'.repeat(64)),
        fileCount: 1,
        size: 1,
        excerpt: '',
      },
      files: [{ path: 'src/sum.ts', change: 'modified', addedLines: 1, removedLines: 1 }],
    },
    ...more,
  });

  it('gives the exit code of what became of the change', () => {
    const exits = (['published', 'unchanged', 'rejected', 'conflict', 'unproven', 'closed'] as const).map(
      (status) => gateExit(result(status)),
    );
    expect(exits).toEqual([0, 0, 1, 1, 1, 1]);
    expect(gateExit(result('failed'))).toBe(3);
    expect(gateExit(result('unproven', { last: verdictOf('unjudged') }))).toBe(7);
    expect(gateExit(result('unproven', { last: verdictOf('proven') }))).toBe(1);
    expect(gateExit(result('closed', { last: verdictOf('proven') }))).toBe(0);
  });

  it('says how to undo what was published, and how to publish what was not', () => {
    expect(renderGate(result('published'), undefined, ENGLISH)).toMatch(
      /^Published: src\/sum\.ts\.\nUndo with: .*rollback guard-sum/,
    );
    const conflicts = [{ path: 'src/sum.ts', reason: 'it was changed' }];
    const conflict = renderGate(result('conflict', { conflicts }), undefined, ENGLISH);
    expect(conflict).toContain('src/sum.ts');
    expect(conflict).toContain('publish guard-sum --partial');
    expect(renderGate(result('closed'), undefined, ENGLISH)).toMatch(/^Ended: it was so\nRefused/);
  });
});

describe('the variables of a guarded command', () => {
  it('are those of the terminal and those that are named', () => {
    const env = { TERM: 'xterm', LC_ALL: 'C', OPENAI_API_KEY: 'k', HOME: '/h', MINE: 'm' };
    expect(terminalVariables(['MINE', 'OTHER=a=b'], env)).toEqual({
      TERM: 'xterm',
      LC_ALL: 'C',
      MINE: 'm',
      OTHER: 'a=b',
    });
    expect(() => terminalVariables(['LOST'], env)).toThrow('--env LOST');
  });
});
