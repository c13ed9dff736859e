export const add = (a: number, b: number): number => a + b;
export default function square(n: number): number {
  return n * n;
}
export class Counter {
  count = 0;
  increment(): number {
    return ++this.count;
  }
}
export const load = async (): Promise<string> => 'real';
