/** Many variants of one program: tried in turn against run one by one. */
import type { Sandbox } from '../../src/sandbox/types';
import { freshProgram, freshVariants, LIMITS } from './programs';
import { median, timed } from '../statistics';

export interface VariantTimes {
  tryMs: number;
  runMs: number;
  /** Median over pairs. */
  ratio: number;
}

/** ms a variant, tried and run; both must tell the wrong variants from the right ones. */
export async function measureVariants(
  sandbox: Sandbox,
  options: { pairs: number; count: number },
): Promise<VariantTimes> {
  const times: { tried: number; run: number }[] = [];
  const expected = Array.from({ length: options.count }, (_, index) => index % 2 === 0).join();
  for (let pair = 0; pair <= options.pairs; pair++) {
    const files = freshProgram();
    const all = freshVariants(options.count);
    const testFile = 'cart.test.ts';
    let verdicts: boolean[] = [];
    const tried = await timed(async () => {
      const found = await sandbox.tryVariants({
        files,
        testFiles: [testFile],
        limits: LIMITS,
        variants: all,
      });
      verdicts = found.map((verdict) => verdict.passed);
    });
    if (verdicts.join() !== expected) throw new Error(`tryVariants() gave ${verdicts.join()}.`);
    const run = await timed(async () => {
      verdicts = await Promise.all(
        all.map(async (variant) => {
          const program = new Map([...files, ...variant]);
          const { report } = await sandbox.run({ files: program, testFile, limits: LIMITS, bail: true });
          return report.tests.every((test) => test.status === 'passed');
        }),
      );
    });
    if (verdicts.join() !== expected) throw new Error(`run() gave ${verdicts.join()}.`);
    // The first pair is warm-up.
    if (pair > 0) times.push({ tried: tried / options.count, run: run / options.count });
  }
  return {
    tryMs: median(times.map(({ tried }) => tried)),
    runMs: median(times.map(({ run }) => run)),
    ratio: median(times.map(({ tried, run }) => run / tried)),
  };
}
