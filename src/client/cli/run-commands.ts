import { countFromZero, usd, wholeNumber } from '../../config';
import { badInput, EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { said } from '../../domain/run/said';
import { redactor } from '../../domain/redact';
import { reviver } from '../open';
import { approve, reject, revoke, tell, topUp, type AnswerFlags, type TopUpFlags } from './answer-commands';
import { RUN_NAME, withClient, withRun, type Context, type Flags } from './context';
import { endOf, follow } from './follow';
import { valueBy } from './option-value';
import { report } from './report-command';
import { listRuns, showDiff, showOpen, showStatus, type ListFlags } from './show-commands';
import { withStore, type StoreReader } from '../store-reader';
import { printBudgetWait, printWaiting } from './question/waiting';
import { renderSession, sessionExit } from './render-session';
import { EventLines } from './chat/event-line';
import { beginningOf, SessionFollower } from './chat/follow-session';
import type { Cli } from './command-names';

/** Time that an approval waits for what comes of it. */
const APPROVE_MS = 120_000;

/** Follows a run of any kind. A rollback asks nothing, so only its end is waited for. */
export function watch(context: Context, id: string, flags: AnswerFlags, limitMs?: number): Promise<ExitCode> {
  const { client, output, config } = context;
  const run = client.run(id);
  return withStore(config, async (store) => {
    const { kind, execution } = await run.described();
    if (kind === 'session' && execution === 'RUNNING')
      return watchSession(context, id, flags, store, limitMs);
    if (kind === 'rollback') {
      await endOf(run, context);
      return report(context, id, flags);
    }
    return follow(run, output, {
      limitMs,
      json: flags.json ?? false,
      eventsAfter: flags.json ? (flags.after ?? 0) : undefined,
      store,
      editor: config.editor,
      redact: redactor(config.secrets),
      revive: reviver(config),
    });
  });
}

/** Parts that commands on one run are made of. */
function commandsOf({ program, config, exit }: Cli) {
  const act =
    (carryOut: (context: Context, id: string, flags: AnswerFlags) => Promise<ExitCode>) =>
    async (id: string, flags: AnswerFlags) => {
      exit(await withRun(config(), id, flags, carryOut));
    };
  const command = (name: string, description: string) =>
    program.command(name).description(description).argument('<id>', RUN_NAME).option('--json', 'print JSON');
  return { act, command };
}

/** Adds the commands that show runs and answer them. */
export function addRunCommands(cli: Cli): void {
  addLists(cli);
  addAnswers(cli);
  const { act, command } = commandsOf(cli);
  command('diff', 'print the change of a run').action(act(showDiff));
  command('report', 'print what happened in a run, and the result of one that has ended')
    .option(
      '--api',
      'print the response of the task API, {success, taskId, message, selfRepairResult}, and nothing else',
    )
    .option('--html <file>', 'write the report to a file instead: one page, to be opened in a browser')
    .option('--reply <hash>', 'print a reply of a model instead, like one that could not be used')
    .option('--patch <file>', 'write the change as a patch that git apply takes instead')
    .option('--atif <file>', 'write the run as a trajectory of agents (ATIF 1.7, as Harbor reads it) instead')
    .action(act(report));
}

function addLists(cli: Cli): void {
  const { program, config, exit } = cli;
  const { act, command } = commandsOf(cli);
  program
    .command('list')
    .description('list the newest runs')
    .option('--limit <n>', 'number of runs (20)', valueBy(wholeNumber))
    .option('--awaiting', 'only runs that wait for an answer or a top-up')
    .option('--failed', 'only runs that ended without doing what they were for')
    .option('--healed', 'only runs that did what they were for')
    .argument('[dir]', 'only runs of this folder, and of folders in it (all)')
    .option('--json', 'print JSON')
    .action(async (dir: string | undefined, flags: ListFlags) => {
      exit(await withClient(config(), flags, (context) => listRuns(context, dir, flags)));
    });
  program
    .command('status')
    .description('show how a run stands and its log so far; without an id, every run that has not ended')
    .argument('[id]', RUN_NAME)
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, flags: Flags) => {
      exit(
        id === undefined
          ? await withClient(config(), flags, (context) => showOpen(context, flags))
          : await withRun(config(), id, flags, showStatus),
      );
    });
  command('watch', 'follow a run until it ends or waits for you; --json prints its events, then its result')
    .option('--after <n>', 'with --json: print only the events after number n', valueBy(countFromZero))
    .action(act(watch));
}

function addAnswers(cli: Cli): void {
  const { config, exit } = cli;
  const { act, command } = commandsOf(cli);
  command('approve', 'approve the change or action that a run asks about')
    .option(
      '--hash <hash>',
      'hash of the change, at least 8 digits; without it a terminal shows the change and asks',
    )
    .option('--kind', 'approve all further questions of this kind in this run, too')
    .option('--by <name>', 'name of the person who approves (your user name)')
    .option('--no-wait', 'return at once; without it what was published is told, or what stands in the way')
    .action(
      act(async (context, id, flags) => {
        const code = await approve(context, id, flags);
        const waits = code === EXIT.healed && flags.wait !== false && !flags.json;
        return waits ? watch(context, id, flags, APPROVE_MS) : code;
      }),
    );
  command('reject', 'reject the change or action that a run asks about')
    .option('--reason <text>', 'reason, for the record; a terminal asks for it')
    .option('--again', 'let the run try once more, told the reason, as long as --max-attempts allows')
    .option('--hash <hash>', 'hash of the change, at least 8 digits')
    .option('--by <name>', 'name of the person who rejects (your user name)')
    .action(act(reject));
  command('topup', 'raise the budget of a run, which goes on if it waited for that')
    .option('--tokens <n>', 'tokens to add', valueBy(wholeNumber))
    .option('--usd <x>', 'USD to add', valueBy(usd))
    .option('--by <name>', 'name of the person who tops up')
    .action(async (id: string, flags: TopUpFlags) => {
      exit(await withRun(config(), id, flags, topUp));
    });
  command('answer', 'answer a question of a run with a text')
    .argument('<text>', 'the answer, or one of the choices')
    .option('--hash <hash>', 'hash of the question (at least 8 digits); may be left out on a terminal')
    .option('--by <name>', 'who answers (your user name)')
    .action(async (id: string, text: string, flags: AnswerFlags) => {
      exit(await withRun(config(), id, flags, (context, run) => tell(context, run, text, flags)));
    });
  command('revoke', 'take back what was approved for all further questions of a kind')
    .argument('<kind>', 'kind of the questions: publish, execute, repair …')
    .option('--by <name>', 'who takes it back')
    .action(async (id: string, kind: string, flags: AnswerFlags) => {
      exit(await withRun(config(), id, flags, (context, run) => revoke(context, run, kind, flags)));
    });
  command('cancel', 'cancel a run that has not ended').action(
    act(async ({ client, output }, id) => {
      const run = client.run(id);
      if ((await run.execution()) !== 'RUNNING')
        throw badInput(said`The run ${id} has ended, so there is nothing to cancel.`);
      await run.cancel();
      output.print(output.say`Cancelling ${id}.`);
      return EXIT.healed;
    }),
  );
}

/** Follows a session that has not ended: on a terminal until it ends, elsewhere until it rests or waits for people. */
async function watchSession(
  { client, output, config }: Context,
  id: string,
  flags: Flags & { after?: number },
  store: StoreReader,
  limitMs?: number,
): Promise<ExitCode> {
  const session = client.sessionOf(id);
  const json = flags.json ?? false;
  const lines = new EventLines(output, redactor(config.secrets));
  const follower = new SessionFollower(
    session,
    {
      ...{ output, store, editor: config.editor, revive: reviver(config) },
      tell: (event) => (json ? output.print(JSON.stringify(event)) : lines.print(event)),
    },
    json ? (flags.after ?? 0) : await beginningOf(session, await session.status()),
  );
  const detach = new AbortController();
  const onInterrupt = (): void => detach.abort();
  process.once('SIGINT', onInterrupt);
  const limit = limitMs === undefined ? undefined : setTimeout(onInterrupt, limitMs);
  const end = await follower.follow(output.interactive ? 'end' : 'rest', detach.signal).finally(() => {
    clearTimeout(limit);
    process.off('SIGINT', onInterrupt);
  });
  switch (end.type) {
    case 'ended': {
      const result = await session.result();
      output.print(json ? JSON.stringify(result) : renderSession(result, output, session.webUrl));
      return sessionExit(result);
    }
    case 'asks':
      printWaiting(session, end.pending, output, json, []);
      return EXIT.waiting;
    case 'lacks-budget':
      printBudgetWait(session, end.budget, output, json);
      return EXIT.waiting;
    case 'rests':
    case 'detached': {
      const status = end.type === 'rests' ? 'resting' : 'detached';
      if (json) output.print(JSON.stringify({ taskId: id, status }));
      else output.note(output.say`The session goes on. Talk to it with: kintsugi chat --session ${id}`);
      return EXIT.waiting;
    }
  }
}
