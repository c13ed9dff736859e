import { readServers, secretsOf } from '../../../src/mcp';

const read = (value: unknown, env: Record<string, string> = {}) =>
  readServers('mcp.json', typeof value === 'string' ? value : JSON.stringify(value), env);

describe('the file of servers', () => {
  it('names programs and addresses', () => {
    const servers = read(
      {
        mcpServers: {
          mail: { command: 'mail-server', args: ['--quiet'] },
          wiki: { url: 'https://wiki.example.org/mcp', headers: { Authorization: 'Bearer ${WIKI_TOKEN}' } },
        },
      },
      { WIKI_TOKEN: 'wiki-secret' },
    );
    expect([...servers]).toEqual([
      ['mail', { command: 'mail-server', args: ['--quiet'], env: {} }],
      ['wiki', { url: 'https://wiki.example.org/mcp', headers: { Authorization: 'Bearer wiki-secret' } }],
    ]);
    expect(secretsOf(servers)).toEqual(['Bearer wiki-secret', 'wiki-secret']);
  });

  it.each([
    ['no JSON', '{', 'mcp.json is not JSON: correct it, or unset KINTSUGI_MCP.'],
    ['another form', { servers: {} }, /^mcp\.json: .+\.$/],
    [
      'a server without command and address',
      { mcpServers: { mail: {} } },
      /^mcp\.json: mcpServers\.mail.+\.$/,
    ],
    [
      'a word that is no option',
      { mcpServers: { mail: { command: 'a', cwd: '/' } } },
      /mcpServers\.mail.*cwd/,
    ],
    ['a name that is none', { mcpServers: { 'a/b': { command: 'a' } } }, /the server "a\/b"/],
    ['an address of files', { mcpServers: { mail: { url: 'file:///etc/passwd' } } }, /mcpServers\.mail\.url/],
    [
      'a variable that is not set',
      { mcpServers: { mail: { command: 'a', env: { KEY: '${MISSING}' } } } },
      'mcp.json names the variable MISSING, which is not set: set it.',
    ],
  ])('is refused in one sentence for %s', (_, value, sentence) => {
    expect(() => read(value)).toThrow(sentence);
  });
});
