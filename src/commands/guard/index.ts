/** Guards: commands of the user on checkouts of a folder, which outlive a guard that is killed. */
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../machine/atomic-file';
import {
  checkoutFolder,
  prepareCheckout,
  reopenCheckout,
  sweepCheckouts,
  type Checkout,
  type CheckoutDeps,
  type CheckoutRequest,
} from '../checkout';

export { answerInside, type AnswerInside, type AnswerTo, type AskedInside } from './asked';
export { runGuarded, type GuardRights } from './launch';
export type { Checkout } from '../checkout';

export function guardWork(checkouts: string, id: string): string {
  return join(checkoutFolder({ checkouts }, id), 'work');
}

/** Name in the folder of a checkout: holds the run that it belongs to, once the checkout is whole. */
const RUN = 'run';
const OUTSIDE = 'outside.json';

type GuardRequest = Pick<CheckoutRequest, 'tree' | 'heavyFolders' | 'signal'> & {
  id: string;
  original: string;
  run: string;
};

/** A checkout for a guard; where its guard was killed, as it was left. Undefined: it was killed before the checkout was whole. */
export async function openGuard(
  deps: CheckoutDeps,
  { run, ...request }: GuardRequest,
  { again = false }: { again?: boolean } = {},
): Promise<Checkout | undefined> {
  const folder = checkoutFolder(deps, request.id);
  if (again)
    return existsSync(join(folder, RUN))
      ? reopenCheckout(deps, { ...request, dependencies: 'bind' })
      : undefined;
  await mkdir(deps.checkouts, { recursive: true, mode: 0o700 });
  const checkout = await prepareCheckout(deps, { ...request, dependencies: 'bind' });
  await replaceFile(join(folder, RUN), run);
  return checkout;
}

/** Removes checkouts of guards that were killed, and whose run does not go on. */
export async function sweepGuards(
  checkouts: string,
  goesOn: (run: string) => Promise<boolean>,
): Promise<void> {
  await sweepCheckouts(checkouts, Date.now(), async (path) => {
    const run = await readFile(join(path, RUN), 'utf8').catch(() => undefined);
    return run !== undefined && goesOn(run);
  });
}

/** Prints of what lies outside, as the guard found it at first: a guard that goes on after a kill tells what both have written. */
export async function firstPrints(
  checkouts: string,
  id: string,
  look: () => Promise<ReadonlyMap<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const file = join(checkoutFolder({ checkouts }, id), OUTSIDE);
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return new Map(JSON.parse(known) as [string, string][]);
  const prints = await look();
  await replaceFile(file, JSON.stringify([...prints]));
  return prints;
}
