/** The process that reads documents, one after the other. It dies where one takes too much; who asks starts another one. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { ByteReader, encodeHead, type Question, READ_FD, WRITE_FD } from './protocol';
import { formatOf } from '../format';
import { htmlText } from '../formats/html';
import { officeText } from '../formats/office';
import { pdfText } from '../formats/pdf';
import { decodeText } from '../../machine/text/guess-encoding';
import { Refusal } from '../refusal';
import type { DocumentProblem, DocumentText } from '../types';

async function main(): Promise<void> {
  const questions = new ByteReader(new Socket({ fd: READ_FD, writable: false }));
  const answers = new Socket({ fd: WRITE_FD, readable: false });
  for (;;) {
    const head = (await questions.head()) as Question | undefined;
    const bytes = head && (await questions.take(head.bytes));
    if (!head || !bytes) return;
    const answer = await readDocument(bytes, head.name);
    if (!answers.write(encodeHead(answer))) await once(answers, 'drain');
  }
}

void main();

/** The text of a document. What it does wrong is an answer; only the end of the memory is not. */
async function readDocument(bytes: Buffer, name: string): Promise<DocumentText | DocumentProblem> {
  try {
    return (await readText(bytes, name)) ?? { reason: 'no-text' };
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.reason };
    // A text, an array or a buffer of more than the runtime can hold.
    return { reason: error instanceof RangeError ? 'too-large' : 'damaged' };
  }
}

async function readText(bytes: Buffer, name: string): Promise<DocumentText | undefined> {
  switch (formatOf(bytes, name)) {
    case 'pdf':
      return pdfText(bytes);
    case 'zip':
      return officeText(bytes);
    case 'html': {
      const html = await htmlText(decodeText(bytes)?.text ?? '');
      return { text: html.text(), truncated: html.truncated };
    }
    default:
      return undefined;
  }
}
