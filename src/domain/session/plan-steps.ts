const STEP = /^[^\S\n]{0,3}\d{1,2}[.)][^\S\n]{1,3}(.{1,600})$/;
const MOST_STEPS = 20;

/** Steps of a plan in Markdown: the items of its numbered list, each with the lines below it. */
export function planSteps(text: string): string[] {
  const steps: string[][] = [];
  for (const line of text.split('\n')) {
    const item = STEP.exec(line)?.[1];
    const last = steps.at(-1);
    if (item !== undefined) steps.push([item]);
    // What is indented below an item belongs to it.
    else if (last && /^\s{2,}\S/.test(line)) last.push(line.trim());
    else if (last && line.trim() !== '') break;
  }
  return steps.slice(0, MOST_STEPS).map((lines) => lines.join('\n'));
}
