import type { ToolSpec } from './types';

/** Text forms in which models and frameworks write a call; the group is the name of the tool. */
const FORMS: readonly RegExp[] = [
  // {"name": "search", "arguments": …}, {"tool": …}, {"function": …}, {"action": …}
  /"(?:name|tool|tool_name|toolName|function|function_name|recipient_name|action)"\s{0,20}:\s{0,20}"(?:functions\.)?([\w-]{1,64})"/g,
  // <function=search>
  /<function=["']?([\w-]{1,64})/g,
  // <invoke name="search">, <tool_call name='search'>
  /<(?:[a-z]{1,20}:)?(?:invoke|tool|tool_call|function|function_call|call)\s{1,20}name=["']([\w-]{1,64})["']/g,
  // <tool_call>search, <tool_name>search
  /<(?:[a-z]{1,20}:)?(?:tool_call|tool_name|function_call|tool)>\s{0,20}([\w-]{1,64})/g,
  // [TOOL_CALLS]search{…}
  /\[TOOL_CALLS?\]\s{0,20}([\w-]{1,64})/g,
  // <|tool_call_begin|>functions.search
  /<\|(?:tool_call|tool_calls_begin|tool_call_begin|python_tag)\|>\s{0,20}(?:functions\.)?([\w-]{1,64})/g,
  // Action: search
  /^[ \t]{0,20}Action:[ \t]{0,20}([\w-]{1,64})/gm,
  // search({…}), print(default_api.search(…)), on a line of its own
  /^[ \t]{0,20}(?:print\()?(?:functions\.|default_api\.)?([\w-]{1,64})\(\s{0,20}[{)\w]/gm,
];

/** Name of the tool that a text calls in words: JSON or a form like XML, which no endpoint took for a call. Undefined: none. */
export function writtenCall(text: string, tools: readonly Pick<ToolSpec, 'name'>[]): string | undefined {
  const names = new Set(tools.map(({ name }) => name));
  for (const form of FORMS) {
    for (const [, name = ''] of text.matchAll(form)) if (names.has(name)) return name;
  }
  return [...names].find((name) => isTag(text, name));
}

/** `<search>…</search>` */
function isTag(text: string, name: string): boolean {
  const open = text.indexOf(`<${name}>`);
  return open >= 0 && text.includes(`</${name}>`, open);
}
