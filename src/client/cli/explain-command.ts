import { EXIT } from '../../domain/kintsugi-error';
import type { FoundCheck } from '../../domain/verification/detected';
import { plural } from '../../domain/text';
import { saidText } from '../../domain/run/said';
import { explainTests, type TestsExplanation } from '../explain-tests';
import { folderArgument } from './folder-argument';
import { createOutput } from './output';
import type { Cli } from './command-names';

/** Adds `explain [DIR]`. */
export function addExplainCommand({ program, config, exit }: Cli): void {
  const command = program
    .command('explain')
    .description(
      'say how a folder is tested: what heal would run and why, what is missing and how to get it',
    );
  folderArgument(command)
    .option('--json', 'print JSON')
    .action(async (dir: string, flags: { json?: boolean }) => {
      const settings = config();
      const output = createOutput({ json: flags.json ?? false, color: settings.color });
      const explanation = await explainTests(settings, dir);
      if (flags.json) output.print(JSON.stringify(explanation));
      else for (const line of renderTests(explanation)) output.print(line);
      exit(isJudged(explanation) ? EXIT.healed : EXIT.unjudged);
    });
}

/** True where something would be run that can judge the folder. */
function isJudged({ checks, usual }: TestsExplanation): boolean {
  return usual > 0 || checks.some(({ by }) => by !== 'nobody');
}

const RUN_BY: Record<FoundCheck['by'], string> = {
  sandbox: 'The sandbox runs these tests; the runner, where it is installed, has to agree.',
  both: 'The sandbox runs these tests, and the runner has to agree.',
  command: 'The command runs them, and its verdict counts.',
  gate: 'It has to be green before a change is offered; where it fails now, its failure is what is healed.',
  nobody: 'It is not run: nothing is green before its tests have run.',
};

/** Lines of `explain`. */
export function renderTests({ directory, checks, usual }: TestsExplanation): string[] {
  if (checks.length === 0 && usual > 0)
    return [
      `The sandbox runs ${plural(usual, 'test file')} of ${directory} by the usual Jest names: no manifest and no script says more.`,
    ];
  if (checks.length === 0)
    return [
      `No tests found in ${directory} by its manifests, scripts, imports and targets (test, tests, check).`,
      'Name a command that fails where the program is wrong (--check "make && ./self-test"), or test files of JavaScript (--test GLOB).',
    ];
  return checks.flatMap(({ runner, command, why, by, missing }) => [
    `${command}`,
    `  runner: ${runner}; found by: ${why}`,
    `  ${RUN_BY[by]}`,
    ...(by === 'nobody' && !missing ? [`  to run it: --check ${JSON.stringify(command)}`] : []),
    ...(missing ? [`  missing: ${saidText(missing.what)}; to get it: ${saidText(missing.get)}`] : []),
  ]);
}
