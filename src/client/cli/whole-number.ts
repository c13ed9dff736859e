import { InvalidArgumentError } from 'commander';

/** Parses a whole number from 1. Throws `InvalidArgumentError` for anything else. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Give a whole number from 1.');
  return number;
}
