import { signsOfChange as placedSigns } from '../../src/domain/signs/change-signs';
import type { Sign } from '../../src/domain/signs/sign';

/** Names of the signs of a change, without their places. */
export function signsOfChange(...change: Parameters<typeof placedSigns>): Sign[] {
  return placedSigns(...change).map(({ sign }) => sign);
}
