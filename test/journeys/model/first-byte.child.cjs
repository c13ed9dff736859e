'use strict';
// Asks an endpoint that lets its first byte wait, where Node itself would wait for less: argv holds both times, ms.
const { createServer } = require('node:http');
const { createEndpoint } = require('../../../dist/model/endpoint');

const { fetch, Headers } = globalThis;
const [nodesMs, silentMs] = process.argv.slice(2).map(Number);
const reply = JSON.stringify({ choices: [{ message: { content: 'late' }, finish_reason: 'stop' }] });

async function main() {
  void new Headers();
  for (const name of Object.getOwnPropertySymbols(globalThis).filter((one) =>
    /undici.globalDispatcher/.test(String(one)),
  )) {
    const Dispatcher = globalThis[Symbol.for('undici.globalDispatcher.1')].constructor;
    globalThis[name].constructor === Dispatcher &&
      (globalThis[name] = new Dispatcher({ headersTimeout: nodesMs }));
  }
  const server = createServer((_, response) =>
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(reply), silentMs),
  );
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const plain = await fetch(url).then(
    () => 'answered',
    () => 'given up',
  );
  const endpoint = createEndpoint({ baseUrl: url, apiKey: 'k', model: 'm', timeoutMs: 60_000 });
  const asked = await endpoint.chat.completions
    .create({ model: 'm', messages: [] })
    .then(({ choices }) => choices[0].message.content, String);
  console.log(JSON.stringify({ plain, asked }));
  process.exit();
}

void main();
