import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reply of the model: words, or one call of a tool. */
export type ClaudeReply = string | { readonly tool: string; readonly input: object };

/** Anthropic's Messages API on loopback: gives the replies in order, then the last one again. `asked` holds the bodies of the calls. */
export class ScriptedClaude {
  readonly asked: string[] = [];

  private constructor(
    private readonly server: Server,
    readonly baseUrl: string,
  ) {}

  static async start(replies: readonly ClaudeReply[]): Promise<ScriptedClaude> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const claude = new ScriptedClaude(server, `http://127.0.0.1:${port}`);
    const left = [...replies];
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString('utf8');
        const { tools = [] } = (body === '' ? {} : JSON.parse(body)) as { tools?: object[] };
        if (!request.url?.startsWith('/v1/messages') || request.url.includes('count_tokens'))
          return response.writeHead(404).end('{}');
        // Calls without tools ask for a title and the like.
        if (tools.length === 0) return send(response, 'ok');
        claude.asked.push(body);
        send(response, (left.length > 1 ? left.shift() : left[0]) ?? 'ok');
      });
    });
    return claude;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let made = 0;

function send(response: ServerResponse, reply: ClaudeReply): void {
  const isText = typeof reply === 'string';
  const block = isText
    ? { type: 'text', text: '' }
    : { type: 'tool_use', id: `toolu_${(made += 1)}`, name: reply.tool, input: {} };
  const delta = isText
    ? { type: 'text_delta', text: reply }
    : { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = {
    id: `msg_${(made += 1)}`,
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [],
    usage,
  };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isText ? 'end_turn' : 'tool_use' }, usage },
    { type: 'message_stop' },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}
