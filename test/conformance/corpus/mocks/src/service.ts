import { add } from './math';
import * as math from './math';
import square from './math';

export const total = (list: number[]): number => list.reduce((sum, n) => add(sum, n), 0);
export const throughNamespace = (n: number): number => math.double(n);
export const throughDefault = (n: number): number => square(n);
