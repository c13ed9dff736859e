/** Id of a run that another one starts: it is the same in a retry. */
export function childId(parent: string, label: string): string {
  return `${parent}-${label.replaceAll('/', '-')}`.slice(0, 200);
}
