import { setTimeout as delay } from 'node:timers/promises';
import type { HealHandle, RunEvent } from '../../../src/client';
import { itIsolated } from '../../support/isolation';
import { kintsugiCli } from '../../support/cli';
import { CALC_PROJECT, LOOP, mulReply } from '../../support/calc-project';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { reply, status } from '../../support/scripted-model';
import { useOwnScriptedKintsugi, useProject } from '../../support/use-kintsugi';

const CAUSE = 'The value was never written';
/** Fails at once on the project as it is, and takes long on a repaired one. */
const CHECK = 'if grep -q right value.txt; then sleep 20; else echo "value is wrong" && exit 1; fi';

const suggestion = reply({
  rootCause: CAUSE,
  errorCategory: 'logic',
  fileModifications: [{ path: 'value.txt', action: 'modify', content: 'right\n', replacements: null }],
});

describe('the report of a run that has no result', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it never searches, and it is stopped',
    settings: { KINTSUGI_PROPOSERS: 'llm' },
  });
  const project = useProject(() => makeProject({ 'value.txt': 'wrong\n' }));
  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  async function eventsUntil(run: HealHandle, kind: string): Promise<RunEvent[]> {
    for (let tries = 0; tries < 600; tries += 1, await delay(50)) {
      const { events } = await run.events();
      if (events.some((event) => event.kind === kind)) return [...events];
    }
    const { events } = await run.events();
    throw new Error(
      `the run told no ${kind}: ${events.map(({ text }) => text).join('; ')} ${JSON.stringify(await run.pendingWork())}`,
    );
  }

  it('tells diagnosis and files of a repair while its verification goes on, and after the run was terminated', async () => {
    kintsugi.model.script(suggestion);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      // Otherwise what a check reads is a judge.
      impactedFiles: ['value.txt'],
      verification: { tests: [], commands: [{ command: CHECK, timeoutMs: 60_000 }], allowUnsandboxed: true },
    });
    const events = await eventsUntil(run, 'applied');
    const told = new Map(events.map(({ kind, text, fields }) => [kind, { text, fields }]));
    expect(told.get('diagnosis')?.text).toContain(CAUSE);
    expect(told.get('modified')?.fields).toMatchObject({ path: 'value.txt' });
    expect(told.get('proposed')?.fields).toMatchObject({ rank: 1, of: 1, files: 'value.txt' });
    expect(told.has('candidate-verified')).toBe(false);
    const running = await cli('report', run.id);
    expect(running.stdout).toContain(`${run.id}: repairing, attempt 1 of 3`);
    expect(running.stdout).toContain(CAUSE);
    expect(running.stdout).toContain('Changed in the copy: value.txt');
    expect(running.stdout).not.toContain('is verified');
    expect(running.code).toBe(4);
    expect((await cli('report', run.id, '--api')).code).toBe(2);
    expect((await run.pendingWork()).map(({ activity }) => activity)).toEqual(['verifyTree']);

    await kintsugi.client.temporal.workflow.getHandle(run.id).terminate('by an operator');
    const ended = await cli('report', run.id);
    expect(ended.stdout).toContain(': terminated, attempt 1 of 3');
    expect(ended.stdout).toContain('Changed in the copy: value.txt');
    expect(ended.code).toBe(3);
    const json = JSON.parse((await cli('report', run.id, '--json')).stdout) as { events: RunEvent[] };
    expect(json.events.map(({ kind }) => kind)).toEqual(events.map(({ kind }) => kind));
  });

  itIsolated(
    'names a command that works at that time where a run asks before there is a change',
    async () => {
      const waiting = await cli('heal', project.path, '--check', 'false', '--approval', 'high');
      expect(waiting.code).toBe(4);
      expect(waiting.stdout).not.toContain('kintsugi diff');
      const [, look = ''] = /look:\s+kintsugi (.*)/.exec(waiting.stdout) ?? [];
      const looked = await cli(...look.split(' '));
      expect(looked.code).toBe(0);
      expect(looked.stdout).toContain('look for repair 1');
      const [, id = ''] = look.split(' ');
      await kintsugi.client.run(id).cancel();
    },
  );

  it('needs no worker once the run has ended, and tells the contents of a suggestion', async () => {
    kintsugi.model.script(suggestion);
    const run = await kintsugi.client.heal({
      directory: project.path,
      approval: { level: 'LOW' },
      // Otherwise what a check reads is a judge.
      impactedFiles: ['value.txt'],
      verification: {
        tests: [],
        commands: [{ command: 'grep -q right value.txt', timeoutMs: 60_000 }],
        allowUnsandboxed: true,
      },
    });
    await run.result();
    await kintsugi.stop();
    try {
      const { stdout, code } = await cli('report', run.id);
      expect(stdout).toContain('What happened');
      expect(stdout).toMatch(/Choice of repair 1, asked: llm; the only green one of 1 candidate/);
      expect(stdout).toContain('Published: value.txt');
      expect(code).toBe(0);
      const api = JSON.parse((await cli('report', run.id, '--api')).stdout) as object;
      expect(api).toMatchObject({
        selfRepairResult: {
          repairHistory: [
            {
              debuggerResponse: {
                fileModifications: [{ path: 'value.txt', action: 'modify', content: 'right\n' }],
              },
            },
          ],
        },
      });
    } finally {
      await kintsugi.start();
    }
  });
});

describe('the report of a run that asked models', () => {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it has a fallback model and never searches',
    settings: { KINTSUGI_MODEL_FALLBACKS: 'second', KINTSUGI_PROPOSERS: 'llm' },
  });
  const project = useProject(() => makeProject(CALC_PROJECT));
  const broken = useProject(() => makeProject(BROKEN_SUM));
  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  it('tells which model answered, and what it says that it did', async () => {
    kintsugi.model.script(status(404), reply(mulReply('Adds mul by repeated sums.', LOOP)));
    const { stdout } = await cli('heal', project.path, 'Add mul', '--approval', 'low');
    expect(stdout).toContain('What the model did\n  Adds mul by repeated sums.');
    expect(stdout).toMatch(/model calls? of second, [\d,]+ tokens in/);
    expect((await cli('status', 'last')).stdout).toMatch(/model calls? of second/);
  });

  it('names a reply that was of no use, which can be looked at', async () => {
    const half = reply('{"rootCause": "half a rep');
    kintsugi.model.script(...Array.from({ length: 8 }, () => half));
    await cli('heal', broken.path, '--max-attempts', '1');
    const report = await cli('report', 'last');
    const [, hash = ''] = /kept as ([0-9a-f]{12})/.exec(report.stdout) ?? [];
    const shown = await cli('report', 'last', '--reply', hash);
    expect(shown.stdout).toBe('Reply of scripted, ended by stop\n{"rootCause": "half a rep\n');
    expect(shown.code).toBe(0);
    expect(await cli('report', 'last', '--reply', hash.slice(0, 5))).toMatchObject({ code: 2 });
    const none = await cli('report', 'last', '--reply', '0123456789ab');
    expect(none.stderr).toContain('has no reply 0123456789ab on this machine');
    expect(none.code).toBe(2);
  });
});
