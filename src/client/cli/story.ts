import type { RunEvent } from '../../domain/run/events';

/** One line, or block, of what happened in a run, below a heading. */
export function storyLine(text: string): string {
  return `  ${text.replaceAll('\n', '\n  ')}`;
}

/** Events of a run in their order, each with the seconds since the first. */
export function storyLines(events: readonly RunEvent[]): string[] {
  const startMs = Date.parse(events[0]?.at ?? '');
  return events.map(({ at, text }) => {
    const seconds = ((Date.parse(at) - startMs) / 1000).toFixed(1);
    return storyLine(`${seconds.padStart(7)} s  ${text.replaceAll('\n', `\n${' '.repeat(11)}`)}`);
  });
}
