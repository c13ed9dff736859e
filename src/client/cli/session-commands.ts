import { Option } from 'commander';
import { countFromZero } from '../../config';
import { EXIT, type ExitCode } from '../../domain/kintsugi-error';
import { languageOr } from '../../domain/run/language';
import { MOST_CHAINED } from '../../domain/session/input';
import { AgentMode } from '../../domain/session/modes';
import type { Turn } from '../../domain/session/state';
import type { SessionHandle } from '../session-handle';
import { turnLine } from './chat/event-line';
import { withClient, type Context } from './context';
import { sessionModelLine } from './model-line';
import { inCallersWords } from './command-name';
import { folderAndText, readFolderAndText } from './folder-argument';
import { openSession } from './open-session';
import { valueBy } from './option-value';
import { printWaiting } from './question/waiting';
import type { RunFlags } from './run-flags';
import { addSessionFlags, changeSettings, sessionSettings } from './session-flags';
import type { Cli } from './command-names';

interface AskFlags extends RunFlags {
  session?: string;
  mode?: Exclude<AgentMode, 'idle'>;
  auto: number;
  trigger?: boolean;
  close?: boolean;
  json?: boolean;
}

/** Adds `kintsugi ask "…"`. */
export function addSessionCommands({ program, config, exit }: Cli): void {
  const command = program
    .command('ask')
    .description('ask for something in a session about your project: find, write, test, review, explain');
  folderAndText(command, 'text', 'the task in your own words')
    .option('--session <id>', 'the session to go on with; without it a new one begins')
    .addOption(
      new Option('--mode <mode>', 'the mode that works on it').choices(AgentMode.exclude(['idle']).options),
    )
    .option(
      '--auto <n>',
      `further modes that may follow by themselves, at most ${MOST_CHAINED} (0)`,
      valueBy(countFromZero),
      0,
    )
    .option(
      '--trigger',
      'the text is a trigger, such as code_complete: moves to another mode and does nothing else',
    )
    .option('--close', 'end the session after that')
    .option('--json', 'print the turn as JSON');
  addSessionFlags(command).action(async () => {
    const flags = command.opts<AskFlags>();
    const [dir, text] = flags.close && command.args.length === 0 ? ['.'] : readFolderAndText(command);
    exit(await withClient(config(), flags, (context) => ask(context, dir ?? '.', text, flags)));
  });
}

async function ask(
  context: Context,
  dir: string,
  text: string | undefined,
  flags: AskFlags,
): Promise<ExitCode> {
  const session = await sessionOf(context, dir, text ?? '', flags);
  const code = text === undefined ? EXIT.healed : await oneTurn(context, session, text, flags);
  if (flags.close) await session.close();
  return code;
}

async function sessionOf(
  { client, config, output }: Context,
  directory: string,
  text: string,
  flags: AskFlags,
): Promise<SessionHandle> {
  const settings = sessionSettings(flags);
  if (flags.session !== undefined) {
    const session = await openSession(client, flags.session);
    await changeSettings(session, settings);
    return session;
  }
  const session = await client.session({
    directory,
    language: languageOr(text, config.language),
    ...settings,
  });
  output.note(`session ${session.id}`);
  output.note(sessionModelLine());
  return session;
}

async function oneTurn(
  { output }: Context,
  session: SessionHandle,
  text: string,
  { mode, auto, trigger = false, json = false }: AskFlags,
): Promise<ExitCode> {
  const { number } = trigger ? await session.trigger(text) : await session.submit({ text, mode, auto });
  const end = await session.turn(number);
  if ('asked' in end) {
    const { pending } = await session.status();
    if (pending) printWaiting(session, pending, output, json, []);
    return EXIT.waiting;
  }
  if (json) output.print(JSON.stringify({ session: session.id, ...end.turn }));
  else printTurn(session.id, end.turn, output);
  const { status, tests } = end.turn;
  const isDone = status === 'done' || status === 'lacking';
  return isDone && !tests?.failed ? EXIT.healed : EXIT.notHealed;
}

function printTurn(id: string, turn: Turn, output: Context['output']): void {
  output.print(turn.answer || turn.status);
  output.note(inCallersWords(`${turnLine(turn, output.say)}. Go on with: kintsugi ask "…" --session ${id}`));
}
