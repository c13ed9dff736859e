import { InvalidArgumentError } from 'commander';

/** Value of an option that is a whole number from 1. */
export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Use a whole number from 1.');
  return number;
}
