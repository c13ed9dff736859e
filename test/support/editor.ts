import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';
import { PROJECT_ROOT } from '../../src/machine/paths';
import { until } from './until';

type Asked = acp.RequestPermissionRequest;

/** Editor of a test: the SDK's own client, which talks to the built `kintsugi acp`. */
export class Editor {
  readonly updates: acp.SessionUpdate[] = [];
  readonly asked: Asked[] = [];
  /** Name of the option that the user picks; undefined: the user never answers. */
  picks: string | undefined;
  private errors = '';
  private readonly exited: Promise<number | null>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly connection: acp.ClientConnection,
  ) {
    this.exited = new Promise((resolve) => child.once('close', resolve));
  }

  static async open(env: Record<string, string>, args: readonly string[] = []): Promise<Editor> {
    const main = join(PROJECT_ROOT, 'dist', 'client', 'cli', 'main.js');
    const child = spawn(process.execPath, [main, 'acp', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const opened: { editor?: Editor } = {};
    const stream = acp.ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout));
    const connection = acp
      .client({ name: 'editor' })
      .onNotification('session/update', ({ params }) => {
        opened.editor?.updates.push(params.update);
      })
      .onRequest('session/request_permission', async ({ params }) => {
        const { editor } = opened;
        editor?.asked.push(params);
        const option = params.options.find(({ name }) => name === editor?.picks);
        if (!option) return new Promise<never>(() => undefined);
        return { outcome: { outcome: 'selected', optionId: option.optionId } };
      })
      .connect(stream);
    const editor = (opened.editor = new Editor(child, connection));
    child.stderr.on('data', (chunk: Buffer) => (editor.errors += chunk.toString()));
    await editor.agent.request('initialize', {
      protocolVersion: acp.PROTOCOL_VERSION,
      clientCapabilities: {},
    });
    return editor;
  }

  get agent(): acp.ClientContext {
    return this.connection.agent;
  }

  /** Text that the command wrote for people. */
  get stderr(): string {
    return this.errors;
  }

  prompt(sessionId: string, text: string): Promise<acp.PromptResponse> {
    return this.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** All that the agent or, with another kind, the user is shown to have said; `from`: after so many updates. */
  said(kind: 'agent_message_chunk' | 'user_message_chunk' = 'agent_message_chunk', from = 0): string {
    return this.updates
      .slice(from)
      .map((one) => (one.sessionUpdate === kind && one.content.type === 'text' ? one.content.text : ''))
      .join('');
  }

  /** Waits until the agent has asked for permission so often. */
  async isAsked(times = 1): Promise<Asked> {
    await until(
      () => `the editor is asked ${times} times: ${this.errors}`,
      () => this.asked.length >= times,
    );
    const last = this.asked[times - 1];
    if (!last) throw new Error('the editor was not asked');
    return last;
  }

  /** Ends the command as a crash does. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  /** Closes the connection, as an editor that is left does. Resolves to the exit code. */
  leave(): Promise<number | null> {
    this.child.stdin?.end();
    return this.exited;
  }
}
