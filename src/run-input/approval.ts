import { badInput } from '../domain/kintsugi-error';
import type { ApprovalPolicy } from '../domain/run/input';

/** When and how a run asks, as far as it is given: the rest holds by default. */
export type GivenApproval = Partial<Omit<ApprovalPolicy, 'delegate'>> & {
  delegate?: { to?: string; afterMs?: number };
};

/** Settings of approvals with those that are given for a run. Throws a sentence for a delegate without a name. */
export function approvalOf<T extends object | undefined>(
  given: T,
  settings: GivenApproval = {},
): GivenApproval {
  const { delegate, ...own } = (given ?? {}) as GivenApproval;
  const { delegate: usual, ...rest } = settings;
  const { to, afterMs } = { ...usual, ...delegate };
  if (to === undefined && delegate !== undefined)
    throw badInput('A time for the delegate needs somebody to ask: add --delegate NAME.');
  return { ...rest, ...own, ...(to === undefined ? {} : { delegate: { to, afterMs } }) };
}
