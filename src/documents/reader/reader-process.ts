/** The process that reads documents, one after the other. It dies where one takes too much; who asks starts another one. */
import { once } from 'node:events';
import { Socket } from 'node:net';
import { ByteReader, encodeHead, type Question, READ_FD, WRITE_FD } from './protocol';
import { readDocument } from './read';

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
