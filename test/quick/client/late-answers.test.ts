import { WorkflowUpdateRPCTimeoutOrCancelledError, type WorkflowHandle } from '@temporalio/client';
import type { ClientFacts } from '../../../src/client/facts';
import { GateHandle } from '../../../src/client/gate-handle';

const late = () => new WorkflowUpdateRPCTimeoutOrCancelledError('late');

/** A gate whose server gives each question an answer only the second time. */
function slowGate(isPolled: () => boolean) {
  const asked = new Map<string, number>();
  const updateIds: unknown[] = [];
  const answer = <T>(name: string, value: T): Promise<T> => {
    const times = (asked.get(name) ?? 0) + 1;
    asked.set(name, times);
    return times === 1 ? Promise.reject(late()) : Promise.resolve(value);
  };
  const handle = {
    workflowId: 'gate-shop',
    describe: () => Promise.resolve({ status: { name: 'RUNNING' }, raw: {}, staticSummary: () => undefined }),
    query: () => answer('query', {}),
    executeUpdate: (name: string, { updateId }: { updateId?: string }) => {
      updateIds.push(updateId);
      return answer(name, { number: 1, before: 0 });
    },
  };
  const gate = new GateHandle(handle as unknown as WorkflowHandle, {} as ClientFacts, {
    requireWorker: () => (isPolled() ? Promise.resolve() : Promise.reject(new Error('No worker is running'))),
    bounded: (call) => call(),
    closed: () => false,
  });
  return { gate, updateIds };
}

const UPDATES: Record<string, (gate: GateHandle) => Promise<unknown>> = {
  message: (gate) => gate.keep('just after the start'),
  answer: (gate) => gate.answer({ hash: 'a'.repeat(64), decision: 'approve', scope: 'once' }),
  'top-up': (gate) => gate.topUp({ tokens: 100 }),
  revocation: (gate) => gate.revoke({ kind: 'delete' }),
};

test.each(Object.keys(UPDATES))('a late %s is sent again, as the same one', async (name) => {
  const { gate, updateIds } = slowGate(() => true);
  await UPDATES[name]?.(gate);
  expect(updateIds).toEqual([expect.any(String), updateIds[0]]);
});

test('a message whose answer is late is not sent again where no worker is left', async () => {
  let polled = 2;
  const { gate, updateIds } = slowGate(() => (polled -= 1) >= 0);
  await expect(gate.keep('just after the start')).rejects.toThrow('No worker is running');
  expect(updateIds).toHaveLength(1);
});
