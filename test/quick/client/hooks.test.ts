import {
  AGENTS,
  changedLines,
  withHooks,
  withoutHooks,
  type AgentName,
} from '../../../src/client/cli/hooks/agents';
import { stopAnswer } from '../../../src/client/cli/hooks/run-hook';
import type { GateVerdict } from '../../../src/domain/gate/verdict';

const NOTHING = { stdout: '', stderr: '' };
const tree = 'a' as GateVerdict['tree'];
const verdictOf = (verdict: GateVerdict['verdict']): GateVerdict => ({
  ...{ version: 1, verdict, number: 1, base: tree, tree, files: 1, findings: [], isRecorded: false },
  tests: { passed: 1, failed: 0, skipped: 0 },
});

it('a stop whose change cannot be judged tells the person so, and sends nobody back', () => {
  expect(stopAnswer(verdictOf('proven'), 0, true)).toEqual(NOTHING);
  expect(stopAnswer(verdictOf('unjudged'), 0, true)).toEqual({
    // The agents that a test could try show this field, and no stderr.
    stdout: expect.stringMatching(/^\{"systemMessage":"Cannot be judged/),
    stderr: expect.stringMatching(/judged/),
  });
  expect(stopAnswer({ ...verdictOf('unjudged'), files: 0 }, 0, true)).toEqual(NOTHING);
  expect(stopAnswer(verdictOf('refused'), 1, true).stdout).toContain('"decision":"block"');
});

const NAMES = Object.keys(AGENTS) as AgentName[];
const OTHERS = `${JSON.stringify(
  {
    model: 'x',
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
  },
  null,
  2,
)}\n`;

describe.each(NAMES)('the settings of %s', (name) => {
  it('call Kintsugi at each moment once, however often it is installed', () => {
    const once = withHooks(name, undefined);
    expect(withHooks(name, once)).toBe(once);
    for (const moment of Object.keys(AGENTS[name].events))
      expect(once.split(`kintsugi hooks run ${moment}"`)).toHaveLength(2);
  });

  it('are as they were after an uninstall', () => {
    expect(withoutHooks(name, withHooks(name, undefined))).toBeUndefined();
    const kept = JSON.parse(withoutHooks(name, withHooks(name, OTHERS)) ?? '') as object;
    expect(kept).toEqual({ ...AGENTS[name].also, ...(JSON.parse(OTHERS) as object) });
  });

  it('keep the hooks of others, those beside ours in one group too', () => {
    if (name === 'copilot') return;
    const mine = { type: 'command', command: 'my-lint' };
    const ours = { type: 'command', command: 'kintsugi hooks run stop' };
    const before = JSON.stringify({ hooks: { Stop: [{ matcher: '', hooks: [mine, ours] }] } });
    expect(JSON.parse(withoutHooks(name, before) ?? '')).toEqual({
      hooks: { Stop: [{ matcher: '', hooks: [mine] }] },
    });
    expect(JSON.parse(withHooks(name, before))).toMatchObject({ hooks: { Stop: [{ hooks: [mine] }, {}] } });
  });

  it('without hooks of Kintsugi stay to the last byte', () => {
    for (const text of ['{}', '{"version":1}', OTHERS]) expect(withoutHooks(name, text)).toBe(text);
  });

  it('whose hooks are no lists are left alone', () => {
    const [, event = ''] = Object.entries(AGENTS[name].events)[0] ?? [];
    expect(() => withHooks(name, JSON.stringify({ hooks: { [event]: 'mine' } }))).toThrow(/no list: mend it/);
  });

  it('that are no JSON are left alone', () => {
    expect(() => withHooks(name, '// mine\n{}')).toThrow(/holds no JSON object: mend it first/);
  });
});

it('a difference shows what comes and goes, with what is around', () => {
  expect(changedLines('a\nb\nc\nd\ne\n', 'a\nb\nc\nx\ny\ne\n')).toBe('  a\n  b\n  c\n- d\n+ x\n+ y\n  e');
  expect(changedLines('', 'a\n')).toBe('+ a');
});
