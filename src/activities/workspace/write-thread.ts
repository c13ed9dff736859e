/** The thread that writes batches of files beside the main one. Each run of a `FileWriter` has a port of its own. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { errorCode } from '../../store/errors';
import { writeBatch, type WriteBatch } from './write-batch';

/** Answer to one batch: its memory, to be used again, and what went wrong. */
export interface BatchAnswer {
  bytes: ArrayBuffer;
  failure?: { code: string | undefined; message: string };
}

function answerTo(batch: WriteBatch): BatchAnswer {
  const { bytes } = batch;
  try {
    writeBatch(batch);
    return { bytes };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { bytes, failure: { code: errorCode(error), message } };
  }
}

parentPort?.on('message', (port: MessagePort) => {
  port.on('message', (batch: WriteBatch) => {
    const answer = answerTo(batch);
    port.postMessage(answer, [answer.bytes]);
  });
});
