/** Readers of other people's files, in a process with limits of time and memory: a hostile file costs an answer, not the worker. */
import { ARTEFACTS } from '../../machine/paths';
import { HelperProcess, type HelperTimes } from '../../machine/helpers/process';
import type { DocumentProblem, DocumentText } from '../types';

export interface ReaderOptions extends HelperTimes {
  /** Objects of the process, MiB. */
  memoryMb: number;
}

/** Question of a document; its bytes are the next frame. */
export interface Question {
  name: string;
}

type Answer = DocumentText | DocumentProblem;

export class DocumentReader {
  private readonly process: HelperProcess<Answer>;

  constructor(options: ReaderOptions) {
    const { memoryMb } = options;
    const flags = ['--disallow-code-generation-from-strings'];
    this.process = new HelperProcess(
      { artefact: ARTEFACTS.documentReader, memoryMb, flags, isConfined: true },
      options,
    );
  }

  get isAlive(): boolean {
    return this.process.isAlive;
  }

  /** The answer of the process. Rejects with the signal's reason. */
  async read(bytes: Buffer, name: string, signal?: AbortSignal): Promise<Answer> {
    const question: Question = { name };
    const heard = await this.process.ask([question, bytes], (answer) => ({ answer }), signal);
    if (!('why' in heard)) return heard.answer;
    this.stop();
    return { reason: heard.isLate ? 'too-slow' : 'too-large' };
  }

  stop(): void {
    this.process.stop();
  }
}
