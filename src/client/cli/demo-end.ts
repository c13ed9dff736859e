import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { inCallersWords } from './command-name';

/** Last lines of the demo: what is left of it, and what to do next. */
export function demoEnd(code: ExitCode, seconds: number, idleMinutes: number): string[] {
  const healed = code === EXIT.healed;
  const until = idleMinutes === 0 ? '' : `, and stop after ${idleMinutes} minutes without a run`;
  const next = healed
    ? [
        ['heal a project of yours', 'kintsugi heal DIR'],
        ['see this run again', 'kintsugi report last'],
        ['stop them now', 'kintsugi down'],
      ]
    : [['look for the cause', 'kintsugi doctor']];
  return [
    '',
    healed
      ? `The demo took ${seconds.toFixed(1)} s. Its copy of the example is deleted, so nothing is left to undo.`
      : `The demo did not end as it should (after ${seconds.toFixed(1)} s). Its copy of the example is deleted.`,
    `Server and worker keep running${until}.`,
    ...next.map(([what, command]) => `  ${`${what}:`.padEnd(25)}${inCallersWords(command ?? '')}`),
  ];
}
