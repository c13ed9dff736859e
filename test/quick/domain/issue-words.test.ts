import { z } from 'zod';
import { firstIssue } from '../../../src/domain/issue-words';

describe('a refused value', () => {
  it.each([
    [z.string(), undefined, 'is missing'],
    [z.string(), 5, 'must be a text'],
    [z.number().int(), 1.5, 'must be a whole number'],
    [z.number().int(), 'x', 'must be a number'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().max(5), 9, 'must be at most 5'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().max(3), 'long', 'must have at most 3 characters'],
    [z.array(z.string()).min(2), [], 'must have at least 2 entries'],
    [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
    [z.literal(1), 2, 'must be 1'],
    [z.url(), 'localhost', 'must be an address like https://host/path'],
    [z.string().regex(/^x$/), 'y', 'has another form than it must'],
    [z.strictObject({}), { by: 1, to: 2 }, 'has fields that it may not have: by, to'],
    [z.union([z.string(), z.number()]), {}, 'has none of the forms that it may have'],
    [
      z.discriminatedUnion('a', [z.object({ a: z.literal(1) })]),
      { a: 2 },
      'has none of the forms that it may have',
    ],
    [z.string().regex(/^x$/, { error: 'give x' }), 'y', 'give x'],
  ])('is told in words for people (%#)', (schema, given, words) => {
    const { error } = (schema as z.ZodType).safeParse(given);
    expect(error && firstIssue(error).message).toBe(words);
  });
});
