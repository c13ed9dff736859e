import { endGoal, type EndGoalInput } from '../../../../src/coder/goal';
import type { ConversationTurn } from '../../../../src/domain/goal/conversation';
import type { Tried } from '../../../../src/domain/goal/learning';
import type { StepResult } from '../../../../src/domain/goal/step';
import { createMemoryStore } from '../../../support/memory-store';

const NOW = '2026-01-02T00:00:00.000Z';

/** Ends a run of one step of listing, and gives what is learned and remembered of it. */
async function ended(
  results: readonly Partial<StepResult>[],
  other?: object,
  {
    step = { tool: 'list', args: { path: 'papers' } },
    published = true,
    items = [{ path: 'papers/a.pdf', ok: true }],
  }: { step?: { tool: string; args: object }; published?: boolean; items?: readonly object[] } = {},
) {
  const { blobs } = createMemoryStore();
  const keep = (value: object) => blobs.put(Buffer.from(JSON.stringify(value)));
  const outcome = await keep({ items, text: '' });
  const bad = await keep({ items: [{ path: 'papers', ok: false }], text: '', problem: 'no such folder' });
  const args = other && (await keep(other));
  const task = await keep({
    ...{ version: 1, request: 'list my papers', roots: ['/home/u/desk'], language: 'en', now: NOW },
    ...{ conversation: 'trip', knownFolders: [], folders: '', conversationText: '', learned: [] },
  });
  const plan = await keep({
    version: 1,
    steps: [{ number: 1, description: '', ...step }],
  });
  const plain = {
    number: 1,
    tool: 'list',
    status: 'done',
    attempt: 1,
    done: 1,
    total: 1,
    durationMs: 1,
    outcome,
  } as const;
  const learned: Tried[] = [];
  const turns: ConversationTurn[] = [];
  const input = {
    ...{ key: { run: 'r', effect: 'end' }, task, now: NOW },
    summary: {
      ...{
        id: 'id',
        status: 'completed',
        message: 'm',
        plan,
        statuses: ['done'],
        references: [],
        conflicts: [],
      },
      published,
      results: results.map((one) => ({
        ...plain,
        ...(one.status === 'failed' ? { outcome: bad } : {}),
        ...one,
        ...(one.attempt === 2 && args ? { args } : {}),
      })),
    },
  } as unknown as EndGoalInput;
  const deps = {
    blobs,
    redact: (text: string) => text,
    learn: async (_: readonly string[], tries: readonly Tried[]) => void learned.push(...tries),
    addTurn: async (_: string, turn: ConversationTurn) => void turns.push(turn),
  };
  await endGoal(deps, input);
  return { learned, turns };
}

describe('the end of a goal', () => {
  it('learns of each try with the arguments that it was called with', async () => {
    const { learned } = await ended([{ status: 'failed', errorReason: 'no such folder' }, { attempt: 2 }], {
      path: 'Papers',
    });
    const plain = { run: 'r', step: 1, tool: 'list', at: NOW };
    expect(learned).toEqual([
      { ...plain, attempt: 1, args: { path: 'papers' }, ok: false, reason: 'no such folder' },
      { ...plain, attempt: 2, args: { path: 'Papers' }, ok: true },
    ]);
  });

  it('learns nothing of a step that was never begun, and nothing of a question', async () => {
    const { learned } = await ended([
      { status: 'failed', errorReason: 'a step that it needs has failed', outcome: undefined },
      { tool: 'ask' },
    ]);
    expect(learned).toEqual([]);
  });

  it('adds a turn with the paths that the run dealt with to its conversation', async () => {
    const { turns } = await ended([{}]);
    expect(turns).toEqual([
      {
        ...{ run: 'r', request: 'list my papers', at: NOW },
        mentions: [{ path: '/home/u/desk/papers', type: 'folder', how: 'named', at: NOW }],
      },
    ]);
  });

  it('remembers a folder that was moved as a folder', async () => {
    const moving = { tool: 'move', args: { items: ['papers'], to: 'old' } };
    const items = [
      { path: 'papers', ok: true, to: 'old/papers', folder: true },
      { path: 'a.pdf', ok: true, to: 'old/a.pdf' },
    ];
    const { turns } = await ended([{}], undefined, { step: moving, items });
    expect(turns[0]?.mentions.map(({ path, type }) => [path.slice('/home/u/desk/'.length), type])).toEqual([
      ['old', 'folder'],
      ['old/papers', 'folder'],
      ['old/a.pdf', 'file'],
    ]);
  });

  it('remembers what a step changes only where that was published, and what one looked at in any case', async () => {
    const moving = { tool: 'move', args: { items: ['a.pdf'], to: 'papers' } };
    const paths = async (more: object) => {
      const { turns } = await ended([{}], undefined, more);
      return turns[0]?.mentions.map(({ path }) => path);
    };
    expect(await paths({ step: moving, published: false })).toEqual([]);
    expect(await paths({ step: moving })).toEqual(['/home/u/desk/papers', '/home/u/desk/papers/a.pdf']);
    expect(await paths({ published: false })).toEqual(['/home/u/desk/papers']);
  });
});
