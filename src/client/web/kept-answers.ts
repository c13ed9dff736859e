import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { Answer } from '../../domain/run/questions';
import { replaceFile } from '../../machine/atomic-file';
import type { KintsugiClient } from '../client';
import { lacksWorker } from '../report/run-report';

const Kept = z.object({ run: z.string(), isProven: z.boolean(), answer: Answer });

/** An answer to a run. `isProven`: a token of the person proves its name. */
export type Given = z.infer<typeof Kept>;

/** Time between two tries to give what is kept. */
const EVERY_MS = 3_000;

/** Answers that came while no worker ran. They are kept in the data folder until the run takes them, or refuses them. */
export class KeptAnswers {
  private giving: Promise<void> | undefined;

  constructor(
    private readonly path: string,
    private readonly parts: { readonly client: KintsugiClient; revive(): Promise<void> },
  ) {}

  /** Gives an answer to its run. Resolves to false where no worker runs: then it is kept. Throws the reason of a run that refuses it. */
  async give(given: Given): Promise<boolean> {
    const isTaken = await this.tryToGive(given);
    if (!isTaken) await this.write([...this.all().filter((one) => !isSame(one, given)), given]);
    return isTaken;
  }

  /** The answer that is kept for a question. */
  of(run: string, hash: string): Answer | undefined {
    return this.all().find((one) => one.run === run && hash.startsWith(one.answer.hash))?.answer;
  }

  /** Tries again and again to give what is kept, until the returned function is called. */
  keepTrying(): () => void {
    const timer = setInterval(() => {
      this.giving ??= this.giveAll().finally(() => (this.giving = undefined));
    }, EVERY_MS);
    return () => clearInterval(timer);
  }

  private async giveAll(): Promise<void> {
    for (const given of this.all()) {
      await this.parts.revive().catch(() => undefined);
      // A run that refuses it now will never take it: its page says what became of the question.
      if (!(await this.tryToGive(given).catch(() => true))) return;
      await this.write(this.all().filter((one) => !isSame(one, given)));
    }
  }

  private async tryToGive({ run, isProven, answer }: Given): Promise<boolean> {
    const { client } = this.parts;
    try {
      await (isProven ? client.asPerson() : client).run(run).answer(answer);
      return true;
    } catch (error) {
      if (lacksWorker(error)) return false;
      throw error;
    }
  }

  private all(): Given[] {
    if (!existsSync(this.path)) return [];
    return z
      .array(Kept)
      .catch([])
      .parse(JSON.parse(readFileSync(this.path, 'utf8')));
  }

  private async write(all: readonly Given[]): Promise<void> {
    await replaceFile(this.path, JSON.stringify(all));
  }
}

/** The newest answer to a question is the one that counts. */
function isSame(one: Given, other: Given): boolean {
  return one.run === other.run && one.answer.hash === other.answer.hash;
}
