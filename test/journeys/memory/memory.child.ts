// Adds tries and turns, one after the other, and says so after each.
import { createConversations, createLearned } from '../../../src/memory';

async function main(): Promise<void> {
  const [folder = '', name = '', count = '0'] = process.argv.slice(2);
  const learned = createLearned(folder);
  const conversations = createConversations(folder);
  for (let step = 1; step <= Number(count); step += 1) {
    const at = new Date(Date.UTC(2026, 0, 1) + step * 1_000).toISOString();
    const args = { path: `${name}-${step}` };
    await learned.add(['/roots/a'], [{ run: name, step, attempt: 1, tool: 'list', args, ok: true, at }]);
    await conversations.add('trip', { run: `${name}-${step}`, request: 'r', at, mentions: [] });
    process.send?.(step);
  }
  process.disconnect();
}

void main();
