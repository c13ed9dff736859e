import type { AnswerInside, AnswerTo, AskedInside } from '../../../commands/guard';
import { textOf } from '../../../domain/gate/report/text';
import { EXIT } from '../../../domain/kintsugi-error';
import type { GateHandle } from '../../gate-handle';
import { pushExit, stopAnswer } from '../hooks/run-hook';
import { VERDICT_EXITS } from '../render-gate';

const ONLY =
  'In a guard kintsugi answers gate check (with --json and --again) and the hooks of agents: run everything else outside.\n';

/** Answers what is asked in a guard: its gate can be checked there, and neither ended nor begun anew. */
export function answersOf(gate: Pick<GateHandle, 'check'>): AnswerTo {
  /** Refusals since the agent was given its prompt. */
  let refusals = 0;
  const hook = async (name: string | undefined, stdin: string): Promise<AnswerInside> => {
    if (name === 'begin') refusals = 0;
    if (name !== 'stop' && name !== 'push') return { code: EXIT.healed };
    const verdict = await gate.check();
    if (name === 'push') return { stderr: `${textOf(verdict)}\n`, code: pushExit(verdict) };
    if (verdict.verdict === 'refused') refusals += 1;
    return { ...stopAnswer(verdict, refusals, isFirstStop(stdin)), code: EXIT.healed };
  };
  return async ({ args: [area, name, ...flags], stdin }: AskedInside) => {
    try {
      if (area === 'hooks' && name === 'run') return await hook(flags[0], stdin);
      if (area !== 'gate' || name === undefined) return { stderr: ONLY, code: EXIT.usage };
      if (name === 'begin' || name === 'end')
        return { stdout: 'The guard outside has begun the gate, and ends it.\n', code: EXIT.healed };
      if (name !== 'check') return { stderr: ONLY, code: EXIT.usage };
      const verdict = await gate.check({ again: flags.includes('--again') });
      const text = flags.includes('--json') ? JSON.stringify(verdict) : textOf(verdict);
      return { stdout: `${text}\n`, code: VERDICT_EXITS[verdict.verdict] };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { stderr: `kintsugi: ${reason}\n`, code: EXIT.infrastructure };
    }
  };
}

/** True if an agent tells that it stops for the first time since its prompt. */
function isFirstStop(stdin: string): boolean {
  try {
    return (JSON.parse(stdin) as { stop_hook_active?: unknown }).stop_hook_active === false;
  } catch {
    return false;
  }
}
