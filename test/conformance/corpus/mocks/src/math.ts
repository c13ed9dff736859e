export const PI = 3;
export const add = (a: number, b: number): number => a + b;
export function double(n: number): number {
  return add(n, n);
}
export default function square(n: number): number {
  return n * n;
}
export class Counter {
  count = 0;
  static made = 0;
  constructor() {
    Counter.made += 1;
  }
  increment(): number {
    this.count += 1;
    return this.count;
  }
  get twice(): number {
    return this.count * 2;
  }
  async later(): Promise<number> {
    return this.count;
  }
}
export const nested = { deep: { fn: () => 'deep', list: [1, 2, 3], text: 'text' } };
export const asyncFn = async (): Promise<string> => 'real';
