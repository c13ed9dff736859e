import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Question of a run that a link answers, and no other. */
export const LinkedQuestion = z.object({
  run: z.string().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LinkedQuestion = z.infer<typeof LinkedQuestion>;

/** Path of the page that answers a question: whoever has it may answer that question. `key`: secret of the data folder. */
export function questionPath(question: LinkedQuestion, key: string): string {
  const { run, hash } = question;
  const what = Buffer.from(JSON.stringify({ run, hash })).toString('base64url');
  return `/answer/${what}.${signatureOf(what, key)}`;
}

/** The question that a token names, as it stands in the path of its page; undefined where the key did not make it. */
export function questionOf(token: string, key: string): LinkedQuestion | undefined {
  const [what = '', given = ''] = token.split('.');
  const wanted = Buffer.from(signatureOf(what, key));
  const signature = Buffer.from(given);
  if (signature.length !== wanted.length || !timingSafeEqual(signature, wanted)) return undefined;
  return LinkedQuestion.parse(JSON.parse(Buffer.from(what, 'base64url').toString()));
}

/** The key proves other things too: a text of one use must not be one of another. */
function signatureOf(what: string, key: string): string {
  return createHmac('sha256', key).update(`link to a question: ${what}`).digest('base64url');
}
