import { writtenCall } from '../../../src/model/reading';

const TOOLS = [{ name: 'testCode' }, { name: 'list' }];

describe('a call of a tool that is written as text', () => {
  test.each([
    ['{"name": "testCode", "arguments": {"code": "x"}}'],
    ['```json\n{\n  "tool" : "testCode",\n  "input": {}\n}\n```'],
    ['{"tool_calls":[{"type":"function","function":{"name":"testCode","arguments":"{}"}}]}'],
    ['{"recipient_name":"functions.testCode","parameters":{}}'],
    ['<tool_call>\n{"name": "testCode", "arguments": {}}\n</tool_call>'],
    ['<function=testCode><parameter=code>x</parameter></function>'],
    ['<invoke name="testCode"><parameter name="code">x</parameter></invoke>'],
    ['<invoke name="testCode">'],
    ['<testCode>\n<code>x</code>\n</testCode>'],
    ['[TOOL_CALLS] testCode{"code": "x"}'],
    ['<|python_tag|>testCode'],
    ['Thought: I run it.\nAction: testCode\nAction Input: {"code": "x"}'],
    ['I run it now:\ntestCode({"code": "x"})'],
    ['```tool_code\nprint(default_api.testCode(code="x"))\n```'],
  ])('is recognised: %s', (text) => {
    expect(writtenCall(text, TOOLS)).toBe('testCode');
  });

  test.each([
    ['I called testCode and checkCode; the code works.'],
    ['The result of testCode was {"success": true}.'],
    ['{"name": "otherTool", "arguments": {}}'],
    ['{"name": "testCodeAgain"}'],
    ['Here is a list (of three rows): a, b, c'],
    ['The function `list` sorts rows.'],
    ['const list = rows.map((row) => row.name);'],
  ])('is not seen in other words: %s', (text) => {
    expect(writtenCall(text, TOOLS)).toBeUndefined();
  });
});
