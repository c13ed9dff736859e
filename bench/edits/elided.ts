import type { DraftLine } from './pairs';
import { randomOf } from './random';
import { countPlaces, editOf, textOf, type Scene, type Trial } from './trial';
import { side } from './pairs';

/** Lines that are left alone stand in runs; of a longer run only the first and the last are given. */
const LEAST_RUN = 3;
const MARKS = ['// ...', '...', '…', '// ... existing code ...', '/* ... */'];

/** An edit that leaves out what it does not change, in its search and likewise in its replacement. */
export function elided(
  scene: Scene & { shift?: string },
): Omit<Trial, 'name' | 'form' | 'perturbation'> | undefined {
  const [hunk] = scene.hunks;
  if (!hunk) return undefined;
  const mark = MARKS[Math.floor(randomOf(scene.name)() * MARKS.length)] ?? '...';
  const lines = shortened(hunk.lines, mark);
  if (lines.length === hunk.lines.length) return undefined;
  const { shift = '' } = scene;
  const shifted = lines.map(({ op, text }) => ({ op, text: text.trim() === '' ? text : shift + text }));
  return {
    file: textOf(scene.file),
    right: textOf(scene.right),
    edit: editOf(scene.form, [{ ...hunk, lines: shifted }]),
    unique: countPlaces(scene.file, side(hunk.lines, 'add')) === 1,
  };
}

function shortened(lines: readonly DraftLine[], mark: string): DraftLine[] {
  const kept: DraftLine[] = [];
  let run: DraftLine[] = [];
  const close = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (run.length < LEAST_RUN || !first || !last) kept.push(...run);
    else kept.push(first, { op: 'keep', text: `${/^ */.exec(run[1]?.text ?? '')?.[0] ?? ''}${mark}` }, last);
    run = [];
  };
  for (const line of lines) {
    if (line.op === 'keep') run.push(line);
    else {
      close();
      kept.push(line);
    }
  }
  close();
  return kept;
}
