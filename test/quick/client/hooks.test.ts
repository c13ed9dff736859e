import {
  AGENTS,
  changedLines,
  withHooks,
  withoutHooks,
  type AgentName,
} from '../../../src/client/cli/hooks/agents';

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

  it('that are no JSON are left alone', () => {
    expect(() => withHooks(name, '// mine\n{}')).toThrow(/holds no JSON object: mend it first/);
  });
});

it('a difference shows what comes and goes, with what is around', () => {
  expect(changedLines('a\nb\nc\nd\ne\n', 'a\nb\nc\nx\ny\ne\n')).toBe('  a\n  b\n  c\n- d\n+ x\n+ y\n  e');
  expect(changedLines('', 'a\n')).toBe('+ a');
});
