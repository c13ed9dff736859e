import type { Command } from 'commander';
import { countFromZero, usd, wholeNumber, type Config } from '../../config';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { redactor } from '../../domain/redact';
import { reviver } from '../open';
import { approve, reject, revoke, tell, topUp, type AnswerFlags, type TopUpFlags } from './answer-commands';
import { withClient, type Context, type Flags } from './context';
import { follow } from './follow';
import { valueBy } from './option-value';
import { report } from './report-command';
import { listRuns, showDiff, showStatus } from './show-commands';
import { withStore } from './store-reader';

/** Adds the commands that show runs and answer them. */
export function addRunCommands(program: Command, config: () => Config, exit: (code: ExitCode) => void): void {
  const act =
    (carryOut: (context: Context, id: string, flags: AnswerFlags) => Promise<ExitCode>) =>
    async (id: string, flags: AnswerFlags) => {
      exit(await withClient(config(), flags, (context) => carryOut(context, id, flags)));
    };
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .argument('<id>', 'id of the run')
      .option('--json', 'print JSON');

  program
    .command('list')
    .description('list the newest runs')
    .option('--limit <n>', 'number of runs (20)', valueBy(wholeNumber))
    .option('--json', 'print JSON')
    .action(async (flags: Flags & { limit?: number }) => {
      exit(await withClient(config(), flags, (context) => listRuns(context, flags.limit, flags)));
    });
  command('status', 'show the phase of a run and its log so far').action(act(showStatus));
  command('watch', 'follow a run until it ends or waits for you; --json prints its events, then its result')
    .option('--after <n>', 'with --json: print only the events after number n', valueBy(countFromZero))
    .action(
      act(({ client, output, config: settings }, id, flags) =>
        withStore(settings, (store) =>
          follow(client.run(id), output, {
            json: flags.json ?? false,
            eventsAfter: flags.json ? (flags.after ?? 0) : undefined,
            store,
            editor: settings.editor,
            redact: redactor(settings.secrets),
            revive: reviver(settings),
          }),
        ),
      ),
    );
  command('approve', 'approve the change or action that a run asks about')
    .option(
      '--hash <hash>',
      'hash of the change, at least 8 digits; without it a terminal shows the change and asks',
    )
    .option('--kind', 'approve all further questions of this kind in this run, too')
    .option('--by <name>', 'name of the person who approves')
    .action(act(approve));
  command('reject', 'reject the change or action that a run asks about')
    .option('--reason <text>', 'reason, for the record; a terminal asks for it')
    .option('--hash <hash>', 'hash of the change, at least 8 digits')
    .option('--by <name>', 'name of the person who rejects')
    .action(act(reject));
  command('topup', 'raise the budget of a run, which goes on if it waited for that')
    .option('--tokens <n>', 'tokens to add', valueBy(wholeNumber))
    .option('--usd <x>', 'USD to add', valueBy(usd))
    .option('--by <name>', 'name of the person who tops up')
    .action(async (id: string, flags: TopUpFlags) => {
      exit(await withClient(config(), flags, (context) => topUp(context, id, flags)));
    });
  command('answer', 'answer a question of a run with a text')
    .argument('<text>', 'the answer, or one of the choices')
    .option('--hash <hash>', 'hash of the question (at least 8 digits); may be left out on a terminal')
    .option('--by <name>', 'who answers')
    .action(async (id: string, text: string, flags: AnswerFlags) => {
      exit(await withClient(config(), flags, (context) => tell(context, id, text, flags)));
    });
  command('revoke', 'take back what was approved for all further questions of a kind')
    .argument('<kind>', 'kind of the questions: publish, execute, repair …')
    .option('--by <name>', 'who takes it back')
    .action(async (id: string, kind: string, flags: AnswerFlags) => {
      exit(await withClient(config(), flags, (context) => revoke(context, id, kind, flags)));
    });
  command('cancel', 'cancel a run that has not ended').action(
    act(async ({ client, output }, id) => {
      const run = client.run(id);
      if ((await run.execution()) !== 'RUNNING')
        throw badInput(`The run ${id} has ended, so there is nothing to cancel.`);
      await run.cancel();
      output.print(`Cancelling ${id}.`);
      return EXIT.healed;
    }),
  );
  command('diff', 'print the change of a run').action(act(showDiff));
  command('report', 'print what happened in a run, and the result of one that has ended')
    .option(
      '--api',
      'print the response of the task API, {success, taskId, message, selfRepairResult}, and nothing else',
    )
    .action(act(report));
}
