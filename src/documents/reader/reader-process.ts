/** The process that reads documents, one after the other. It dies where one takes too much; who asks starts another one. */
import { receive, receiveBytes, send } from '../../machine/helpers/frames';
import type { Question } from './index';
import { formatOf } from '../documents';
import { htmlText } from '../formats/html';
import { officeText } from '../formats/office';
import { pdfText } from '../formats/pdf';
import { decodeText } from '../../machine/text/guess-encoding';
import { Refusal, type DocumentProblem, type DocumentText } from '../types';

async function main(): Promise<void> {
  for (;;) {
    const question = receive() as Question | undefined;
    const bytes = question && receiveBytes();
    if (!bytes) return;
    send(await readDocument(bytes, question.name));
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
