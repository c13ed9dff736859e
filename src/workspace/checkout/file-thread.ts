/** The thread that writes and reads files beside the main one. Each user of it has a port of its own. */
import { parentPort, type MessagePort } from 'node:worker_threads';
import { errorCode } from '../../machine/system-errors';
import { readFolder, type FolderTask } from '../capture/read-folder';
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
  port.on('message', (task: WriteBatch | FolderTask) => {
    const answer = 'folder' in task ? readFolder(task) : answerTo(task);
    port.postMessage(answer, [answer.bytes]);
  });
});
