import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';
import { coded, generate, GOOD_CODE, TOTAL_DATA, TOTAL_SPEC, turn } from '../../support/agent-scripts';
import { reply } from '../../support/scripted-model';
import { useOwnScriptedKintsugi } from '../../support/use-kintsugi';
import { untilStatus } from '../../support/until';

const folder = mkdtempSync(join(tmpdir(), 'kintsugi-mcp-'));
const file = join(folder, 'mcp.json');
const program = join(PROJECT_ROOT, 'test', 'support', 'mcp-server.cjs');
const servers = { calc: { command: process.execPath, args: [program] } };
writeFileSync(file, JSON.stringify({ mcpServers: servers }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('tools of a server that the user names', () => {
  const kintsugi = useOwnScriptedKintsugi({ why: 'it has MCP servers', settings: { KINTSUGI_MCP: file } });

  it.each([
    ['are called once the user allows it', 'approve', 'calc__add: success'],
    ['are not called where the user refuses', 'reject', 'calc__add: failure'],
  ] as const)('%s', async (_, decision, line) => {
    kintsugi.model.script(
      turn(['calc__add', { a: 4, b: 8 }]),
      turn(generate()),
      coded(GOOD_CODE),
      reply('It works.'),
    );
    const run = await kintsugi.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
    const { pending } = await untilStatus(
      () => run.status(),
      (status) => status.pending !== undefined,
    );
    expect(pending?.summary).toContain('call calc/add with {"a":4,"b":8}');
    const hash = pending?.hash ?? '';
    await run.answer({
      hash,
      decision,
      scope: 'once',
      reason: decision === 'reject' ? 'not now' : undefined,
    });
    expect((await run.result()).record.isCodeValid).toBe(true);
    const { events } = await run.events();
    expect(events.map(({ text }) => text).join('\n')).toContain(line);
    const told = kintsugi.model.calls.at(-3)?.body.messages.at(-1)?.content;
    expect(told).toContain(decision === 'approve' ? '12' : 'not now');
  });

  it('are never called where the policy denies them', async () => {
    const rule = {
      tool: 'mcp:calc/*',
      decision: 'deny',
      reason: 'No sums.',
      match: ['mcp:calc/add'],
      notMatch: ['publish'],
    };
    const policy = join(kintsugi.config.home, 'policy.json');
    writeFileSync(policy, JSON.stringify({ rules: [rule] }));
    kintsugi.model.script(
      turn(['calc__add', { a: 4, b: 8 }]),
      turn(generate()),
      coded(GOOD_CODE),
      reply('It works.'),
    );
    const run = await kintsugi.client.code({ executionSpec: TOTAL_SPEC, testData: TOTAL_DATA });
    expect((await run.result()).record.isCodeValid).toBe(true);
    expect(kintsugi.model.calls.at(-3)?.body.messages.at(-1)?.content).toContain('No sums.');
    rmSync(policy);
  });
});
