import { createKit, LIMITS, program } from '../../support/sandbox-kit';
import type { Kit } from '../../support/sandbox-kit';
import type { FunctionRequest, FunctionResult } from '../../../src/sandbox/types';

describe('runFunction', () => {
  let kit: Kit;
  beforeAll(() => {
    kit = createKit();
  });
  afterAll(() => kit.close());

  /** Calls `name` of `main.ts`. */
  const call = (
    source: string,
    name: string,
    more: Partial<FunctionRequest> = {},
    files: Record<string, string> = {},
  ): Promise<FunctionResult> =>
    kit.sandbox.runFunction({
      files: program({ 'main.ts': source, ...files }),
      module: 'main.ts',
      name,
      limits: LIMITS,
      ...more,
    });

  describe('says why there is no result', () => {
    it.each([
      ['microtasks without end', 'export const f = async () => { for (;;) await null; };', 'timeout'],
      ['a crash', "export const f = () => 'a'.repeat(2 ** 28).split('');", 'memory'],
      ['a module that never loads', 'for (;;);', 'timeout'],
      ['a getter without end', 'export const f = () => ({ get x() { for (;;); } });', 'timeout'],
      ['a toJSON without end', 'export const f = () => ({ toJSON() { for (;;); } });', 'timeout'],
      ['a then without end', 'export const f = () => ({ then() { for (;;); } });', 'timeout'],
      [
        'a Proxy without end',
        'export const f = () => new Proxy({}, { ownKeys() { for (;;); } });',
        'timeout',
      ],
    ])('%s', async (_, source, end) => {
      // A busy machine takes its time to fill the memory.
      const time = end === 'memory' ? { turnMs: 10_000, wallMs: 20_000 } : { turnMs: 300, wallMs: 2_000 };
      const result = await call(source, 'f', { limits: { ...LIMITS, ...time, heapMb: 64 } });
      expect(result).toMatchObject({ ok: false, end });
      expect(await call('export const f = () => 1', 'f')).toMatchObject({ ok: true, value: 1 });
    });
  });
});
