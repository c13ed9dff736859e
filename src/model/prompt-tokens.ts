import type { ToolMessage } from './types';

/** Tokens around a message. */
const OVERHEAD_TOKENS = 8;

/** Tokens of a prompt, three bytes each: English and code have about four, Chinese and Korean three for a character of one token. */
export function promptTokens(messages: readonly ToolMessage[]): number {
  return messages.reduce(
    (sum, { content }) => sum + Math.ceil(Buffer.byteLength(content) / 3) + OVERHEAD_TOKENS,
    0,
  );
}
