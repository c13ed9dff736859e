/** A program that fails, with marks where the failure must be found. */
export interface Seeded {
  name: string;
  /** `/*HERE*\/` stands right before the place of the failure, `/*ALSO*\/` before places that its stack must show. */
  files: Record<string, string>;
  /** Part of the message. */
  says: string;
}

export type Add = (name: string, files: Record<string, string> | string, says?: string) => void;

/** Gathers programs; a text is that of `demo.test.ts`. */
export function gather(fill: (add: Add) => void): Seeded[] {
  const seeded: Seeded[] = [];
  fill((name, files, says = '') => {
    seeded.push({ name, files: typeof files === 'string' ? { 'demo.test.ts': files } : files, says });
  });
  return seeded;
}
