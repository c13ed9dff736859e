export enum Color {
  Red,
  Green,
  Blue,
}
export enum Direction {
  Up = 5,
  Down,
  Left = Up * 2,
}
export enum Mixed {
  No = 0,
  Yes = 'YES',
}
export const enum Flags {
  Read = 1 << 0,
  Write = 1 << 1,
  Run = 1 << 2,
  All = Read | Write | Run,
}
