import { NO_USAGE } from '../../../src/domain/run/budget';
import { STORE } from '../../../src/workflows/activity-options';
import type { Kit } from '../../../src/workflows/run/kit';
import { usageOf } from './usage-of';

/** Buys the keeping of a number: 7 tokens of the 10 that it may take. Resolves to why it was not paid, if so. */
export async function buyRecord(
  kit: Pick<Kit, 'pay' | 'call' | 'key'>,
  doing: string,
  number: number,
): Promise<string | undefined> {
  const key = `buy-${number}`;
  const what = `${doing} ${number}`;
  const call = { key, what, estimate: async () => usageOf(10), bought: async () => NO_USAGE };
  const paid = await kit.pay(call, async () => {
    await kit.call(doing, STORE, (activities) =>
      activities.keepRecord({ key: kit.key(key), record: String(number) }),
    );
    return { usage: usageOf(7) };
  });
  return paid.unpaid;
}
