import { add, load } from './math';

export const total = (list: number[]): number => list.reduce((sum, n) => add(sum, n), 0);
export const loaded = async (): Promise<string> => `loaded ${await load()}`;
