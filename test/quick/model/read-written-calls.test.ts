import { readWrittenCalls } from '../../../src/model/reading';
import { cpuMs } from '../../support/cpu-time';

const TOOLS = [{ name: 'edit' }, { name: 'finish' }];
const EDIT = { path: 'a.js', content: 'if (a < b) {\n  "x</tool_call>";\n}\n' };
const json = (name: string, given: object | string) => JSON.stringify({ name, arguments: given });
const edit = json('edit', EDIT);
const finish = json('finish', {});

function read(text: string, bare = true) {
  const found = readWrittenCalls(text, TOOLS, { bare });
  return (
    found && {
      before: found.before,
      calls: found.calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]),
    }
  );
}

describe('calls that are written as text', () => {
  test.each([
    ['JSON', edit],
    ['JSON with text for its arguments', json('edit', JSON.stringify(EDIT))],
    ['fenced JSON', `\`\`\`json\n${edit}\n\`\`\``],
    ['JSON of a message', `{"tool_calls": [{"id": "1", "type": "function", "function": ${edit}}]}`],
    ['JSON with its own words', JSON.stringify({ recipient_name: 'functions.edit', parameters: EDIT })],
    ['Hermes and Qwen', `<tool_call>\n${edit}\n</tool_call>`],
    ['Hermes without its end', `<tool_call>${edit}`],
    ['Mistral', `[TOOL_CALLS][${edit}]`],
    ['Mistral of late', `[TOOL_CALLS]edit${JSON.stringify(EDIT)}`],
    ['Mistral with a mark', `[TOOL_CALLS]edit[ARGS]${JSON.stringify(EDIT)}`],
    ['Llama', `<function=edit>${JSON.stringify(EDIT)}</function>`],
    [
      'Qwen Coder',
      `<tool_call>\n<function=edit>\n<parameter=path>\na.js\n</parameter>\n<parameter=content>\n${EDIT.content}\n</parameter>\n</function>\n</tool_call>`,
    ],
    [
      'elements',
      `<function_calls><invoke name="edit"><parameter name="path">a.js</parameter><parameter name="content">${EDIT.content}\n</parameter></invoke></function_calls>`,
    ],
  ])('are read: %s', (_, text) => {
    expect(read(text)).toEqual({ before: '', calls: [['edit', EDIT]] });
  });

  test('are read after words, and one after the other', () => {
    const text = `I change it.\n<tool_call>${edit}</tool_call>\n<tool_call>${finish}</tool_call>\n`;
    const calls = [
      ['edit', EDIT],
      ['finish', {}],
    ];
    expect(read(text)).toEqual({ before: 'I change it.', calls });
    expect(read(text, false)).toEqual(read(text));
    expect(read(`[${edit}, ${finish}]`)).toEqual({ before: '', calls });
    expect(read(`[TOOL_CALLS]edit${JSON.stringify(EDIT)}[TOOL_CALLS]finish{}`)).toEqual({
      before: '',
      calls,
    });
  });

  test.each([
    ['words after them', `<tool_call>${edit}</tool_call> That is how it is called.`],
    ['JSON among words', `Call it so: ${edit}`],
    ['a fenced example', `For example:\n\`\`\`\n<tool_call>${edit}</tool_call>\n\`\`\``],
    ['a fenced block before them', `\`\`\`js\nx\n\`\`\`\n<tool_call>${edit}</tool_call>`],
    ['an unknown tool', `<tool_call>${json('delete_all', {})}</tool_call>`],
    ['an unknown tool beside a known one', `[${edit}, ${json('delete_all', {})}]`],
    ['JSON that is cut', `<tool_call>${edit.slice(0, -5)}`],
    ['an element that is cut', '<function=edit><parameter=path>a.js</parameter>'],
    ['no arguments', '{"name": "finish"}'],
    ['a value of another kind', '{"name": "edit", "age": 7}'],
    ['nothing', ''],
  ])('are left where they could mean something else: %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test('need a mark among thoughts', () => {
    expect(read(edit, false)).toBeUndefined();
  });

  test.each(['<tool_call>', '<function=edit>', '[TOOL_CALLS]edit', '<parameter=a>', '{', ' '])(
    '%j over and over takes no time',
    (piece) => {
      const text = `<tool_call><function=edit>${piece.repeat(64_000 / piece.length)}x`;
      expect(cpuMs(() => read(text))).toBeLessThan(100);
    },
  );
});
