'use strict';
// A server of tools. node mcp-server.cjs: over its pipes; node mcp-server.cjs http: over HTTP, and prints its port.
const http = require('node:http');
const { readdirSync, readlinkSync } = require('node:fs');
const { McpServer, WebStandardStreamableHTTPServerTransport } = require('@modelcontextprotocol/server');
const { StdioServerTransport } = require('@modelcontextprotocol/server/stdio');
const { z } = require('zod');

const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });

function server() {
  const made = new McpServer({ name: 'test', version: '1.0.0' });
  const tool = (name, description, shape, run) =>
    made.registerTool(name, { description, inputSchema: z.object(shape) }, run);
  tool('add', 'Adds two numbers.', { a: z.number(), b: z.number() }, ({ a, b }) => text(a + b));
  tool('fail', 'Fails.', {}, () => ({ ...text('there is no such thing'), isError: true }));
  tool('wait', 'Never answers.', {}, () => new Promise(() => undefined));
  tool('end', 'Ends the server.', {}, () => process.exit(1));
  tool('env', 'Tells its variables.', {}, () => text(JSON.stringify(process.env)));
  tool('open', 'Tells what it has open.', {}, () =>
    text(
      readdirSync('/proc/self/fd')
        .map((fd) => link(`/proc/self/fd/${fd}`))
        .join('\n'),
    ),
  );
  tool('picture', 'Draws.', {}, () => ({
    content: [{ type: 'image', mimeType: 'image/png', data: Buffer.alloc(30).toString('base64') }],
  }));
  return made;
}

function link(path) {
  try {
    return readlinkSync(path);
  } catch {
    return 'gone';
  }
}

async function overHttp() {
  const token = process.env['TOKEN'];
  const listening = http.createServer(async (request, response) => {
    if (token && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server().connect(transport);
    const answer = await transport.handleRequest(
      new globalThis.Request(`http://127.0.0.1${request.url}`, {
        method: request.method,
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ...(body.length > 0 && { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  listening.listen(0, '127.0.0.1', () => process.stdout.write(`${listening.address().port}\n`));
}

if (process.argv[2] === 'http') void overHttp();
else {
  process.stdout.write('Welcome to the test server.\n');
  void server().connect(new StdioServerTransport());
}
