export type Kind = 'a' | 'b';
export interface Made<T> {
  kind: Kind;
  value: T;
}
export interface OnlyType {
  kind: Kind;
}
export default interface Default {
  kind: Kind;
}
export function make<T>(kind: Kind, value: T): Made<T> {
  return { kind, value };
}
export interface Both {
  n: number;
}
export const Both = { make: (): Both => ({ n: 1 }) };
