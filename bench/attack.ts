/**
 * `npm run attack -- FILE.json [--repeat N] [--only NAME] [--lanes N] [--verbose]`: runs hostile programs against the real
 * sandbox and counts those that it held.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readAttacks, type Attack } from './attack/attacks';
import { isOutOfTime, Tally } from './attack/report';
import { runSupervised, supervise } from './attack/supervisor';

interface Options {
  attacks: Attack[];
  repeat: number;
  lanes: number;
  verbose: boolean;
}

function readOptions(): Options {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      repeat: { type: 'string', default: '1' },
      only: { type: 'string' },
      lanes: { type: 'string', default: String(availableParallelism()) },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [file, more] = positionals;
  if (file === undefined || more !== undefined)
    throw new Error('Name one file of attacks: npm run attack -- test/attacks/escapes.json');
  const [repeat, lanes] = [Number(values.repeat), Number(values.lanes)];
  if (!(repeat >= 1)) throw new Error(`--repeat ${values.repeat}: give a number from 1.`);
  if (!(lanes >= 1)) throw new Error(`--lanes ${values.lanes}: give a number from 1.`);
  const all = readAttacks(existsSync(file) ? file : path.join(__dirname, '..', '..', file));
  const attacks = all.filter((attack) => values.only === undefined || attack.name === values.only);
  if (attacks.length === 0)
    throw new Error(
      `${file} holds no attack named ${values.only}: take one of ${all.map((one) => one.name).join(', ')}.`,
    );
  return { attacks, repeat, lanes, verbose: values.verbose };
}

/** Attacks of all rounds; those under way at the same time are told apart by their names. */
function rounds({ attacks, repeat }: Options): Attack[] {
  return Array.from({ length: repeat }, (_, round) =>
    attacks.map((attack) => ({ ...attack, name: repeat > 1 ? `${attack.name} #${round + 1}` : attack.name })),
  ).flat();
}

async function main(): Promise<void> {
  const [flag, lanes] = process.argv.slice(2);
  if (flag === '--supervise') return supervise(Number(lanes));
  const options = readOptions();
  const tally = new Tally(options.verbose);
  const script = process.argv[1] ?? '';
  const growth = (bytes: number): void => tally.growth(bytes);
  const outOfTime = new Set<string>();
  await runSupervised(
    rounds(options),
    options.lanes,
    {
      growth,
      outcome: (outcome) => {
        if (isOutOfTime(outcome)) outOfTime.add(outcome.name);
        else tally.add(outcome);
      },
    },
    script,
  );
  // Limits of time are those of a clock on the wall: on a busy machine they tell nothing until a run alone.
  const again = rounds(options).filter(({ name }) => outOfTime.has(name));
  await runSupervised(again, 1, { growth, outcome: (outcome) => tally.addAlone(outcome) }, script);
  if (!tally.finish()) process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
