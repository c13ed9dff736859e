import type { Connected } from './connect';

/** Sends one request, with tries and a deadline that fits its number of bytes. */
export type Send = <T>(
  bytes: number,
  run: (parts: Connected, options: { abortSignal: AbortSignal }) => Promise<T>,
) => Promise<T>;
