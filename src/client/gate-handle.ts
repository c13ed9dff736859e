import { GATE_MESSAGES } from '../domain/gate/messages';
import type { GateResult, GateStand } from '../domain/gate/state';
import type { GateVerdict } from '../domain/gate/verdict';
import { EXIT, infrastructure, KintsugiError } from '../domain/kintsugi-error';
import { forgetVerdict, keepVerdict, printOf, type GateRecord } from './gate-record';
import { RunHandle } from './run-handle';

const DEADLINE_MS = 60 * 60_000;

/** A gate: judges changes of one directory against the state that it was begun with. */
export class GateHandle extends RunHandle<GateResult> {
  /** True where there is such a gate and it goes on. Throws where the server does not answer. */
  async isOpen(): Promise<boolean> {
    try {
      return (await this.execution()) === 'RUNNING';
    } catch (error) {
      if (error instanceof KintsugiError && error.exitCode === EXIT.usage) return false;
      throw error;
    }
  }

  /** How the gate stands; needs a worker. */
  stand(): Promise<GateStand> {
    return this.query<GateStand>('gate');
  }

  /** Waits until the files are captured: from then on they may be changed. */
  captured(): Promise<GateStand> {
    return this.stands((stand) => (stand.base ? stand : undefined));
  }

  /** Waits for the baseline. Throws where the gate could not begin. */
  begun(): Promise<GateStand> {
    return this.stands((stand) => (stand.base && stand.tests ? stand : undefined));
  }

  /** Judges the directory as it is. A tree that was judged last is answered from its record, unless `again` says otherwise. */
  async check({ again = false }: { again?: boolean } = {}): Promise<GateVerdict> {
    const { directory, heavyFolders, checkout } = await this.captured();
    const { directory: here, firstRunId: run } = await this.described();
    const records = !checkout && here === directory ? this.facts.gateRecords : undefined;
    const print = records === undefined ? undefined : await printOf({ directory, heavyFolders });
    const { number } = await this.send(GATE_MESSAGES.check, { again });
    const verdict = await this.stands(({ answers }) => answers.find((one) => one.number === number));
    if (records !== undefined && print !== undefined) {
      const record = { directory, heavyFolders, print, run, verdict };
      // The verdict is there, whatever becomes of its record: the disk may be full.
      await this.keepRecord(records, record).catch(() => undefined);
    }
    return verdict;
  }

  private async keepRecord(records: string, record: Omit<GateRecord, 'atMs'>): Promise<void> {
    await forgetVerdict(records, this.id);
    // A verdict that is not certain is no answer to the next check, nor is one of files that were written meanwhile.
    if (record.verdict.verdict === 'unjudged' || (await printOf(record)) !== record.print) return;
    await keepVerdict(records, this.id, record);
    // Looked at after the record is written: a gate that ends later drops the record itself.
    const goesOn = await this.described().then(
      ({ execution, firstRunId }) => execution === 'RUNNING' && firstRunId === record.run,
      () => false,
    );
    if (!goesOn) await forgetVerdict(records, this.id);
  }

  /** Keeps the files of its checkout as a checkpoint. `reason`: how they came to be so. */
  async keep(reason: string): Promise<void> {
    await this.send(GATE_MESSAGES.keep, { reason });
  }

  /** Judges the files of its checkout, offers them to people, and publishes what they approve: then it ends. `doubt`: a sentence on who made them. */
  async offer(doubt?: string): Promise<void> {
    await this.send(GATE_MESSAGES.offer, { doubt });
  }

  /** Ends the gate; resolves once it has ended, when its name is free. */
  async end(): Promise<GateResult> {
    try {
      await this.send(GATE_MESSAGES.end, {});
      return await this.result();
    } finally {
      // Only now: a check that was answered meanwhile may have kept its verdict.
      await this.forget();
    }
  }

  private stands<T>(found: (stand: GateStand) => T | undefined): Promise<T> {
    const ask = async () => {
      const value = found(await this.stand());
      if (value === undefined && (await this.execution()) !== 'RUNNING')
        throw infrastructure(`The gate ${this.id} has ended: ${(await this.result()).message}.`);
      return value;
    };
    const late = `The gate ${this.id} is still at work: look with kintsugi watch ${this.id}.`;
    return this.until(ask, { deadlineMs: DEADLINE_MS, longestMs: 100, late });
  }
}
