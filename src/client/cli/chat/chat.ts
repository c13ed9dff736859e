import { readdirSync, type Dirent } from 'node:fs';
import { join, relative, isAbsolute, dirname } from 'node:path';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { EXIT, type ExitCode } from '../../../domain/kintsugi-error';
import type { RunStatus } from '../../../domain/run/status';
import {
  completeCommand,
  readChatInput,
  type ChatFacts,
  type Completion,
} from '../../../domain/session/chat-input';
import type { AgentMode } from '../../../domain/session/modes';
import { reviver } from '../../open';
import { reportError } from '../report-error';
import { runChatCommand } from './chat-commands';
import type { ChatDesk, ChatNext, ChatParts } from './chat-desk';
import { EventLines, turnLine, turnOf } from './event-line';
import { beginningOf, SessionFollower } from './follow-session';
import { readInput } from './input-line';
import { replaceFile } from '../../../machine/atomic-file';
import { shortHash } from '../../../machine/hash';
import { homePaths } from '../../../machine/paths';
import type { Redact } from '../../../domain/redact';

/** Most entries of a folder that are offered. */
const MOST_OFFERED = 200;

/** Completion of the last word of a line by the paths of a directory; none leads out of it. */
function completePath(directory: string, line: string): Completion {
  const part = line.slice(line.lastIndexOf(' ') + 1);
  const cut = part.lastIndexOf('/') + 1;
  const [folder, name] = [part.slice(0, cut), part.slice(cut)];
  const from = relative(directory, join(directory, folder));
  if (isAbsolute(folder) || from === '..' || from.startsWith('../') || part === '') return { fits: [], part };
  const fits = entriesOf(join(directory, folder))
    .filter((entry) => entry.name.startsWith(name) && (name !== '' || !entry.name.startsWith('.')))
    .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .sort();
  return { fits: fits.slice(0, MOST_OFFERED), part };
}

/** Entries of a folder; none where it can't be listed. Read at once: keys that are pressed meanwhile would come first. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Turns that are shown to somebody who comes back. */
const SHOWN_TURNS = 3;

/** A conversation with one session on a terminal. */
export class Chat implements ChatDesk {
  auto = 0;
  private own: number | undefined;
  private interrupt = new AbortController();
  private given: string | undefined;
  private readonly follower: SessionFollower;

  private constructor(
    readonly parts: ChatParts,
    private readonly history: InputHistory,
    private readonly lines: EventLines,
    after: number,
  ) {
    const { context, session, store } = parts;
    const { output, config } = context;
    this.follower = new SessionFollower(
      session,
      {
        ...{ output, store, editor: config.editor, revive: reviver(config) },
        tell: (event) => this.lines.print(event, this.own),
      },
      after,
    );
  }

  /** Opens the chat; needs a worker. */
  static async open(parts: ChatParts): Promise<Chat> {
    const { context, session, directory, redact } = parts;
    const history = await InputHistory.open(context.config.home, directory, redact);
    const after = await beginningOf(session, await session.status());
    return new Chat(parts, history, new EventLines(context.output, redact), after);
  }

  /** Talks until the user leaves or the session ends. Resolves to the exit code. */
  async run(isNew: boolean): Promise<ExitCode> {
    const onInterrupt = (): void => this.interrupt.abort();
    // On from here on: Ctrl-C detaches from what is under way, and never ends the process.
    process.on('SIGINT', onInterrupt);
    try {
      await this.greet(isNew);
      let next = await this.catchUp();
      while (next === 'go-on') next = await this.exchange();
      if (next === 'leave') this.sayGoodbye();
      return EXIT.healed;
    } finally {
      process.off('SIGINT', onInterrupt);
    }
  }

  async settle(message?: number): Promise<ChatNext> {
    const { session, context } = this.parts;
    const { output } = context;
    this.own = message ?? this.own;
    const end = await this.follower.follow('rest', this.renewed());
    switch (end.type) {
      case 'ended':
        output.note(`The session ${session.id} has ended. Read it with: kintsugi report ${session.id}`);
        return 'closed';
      case 'asks':
        output.note('The question waits: press Enter to see it again.');
        return 'go-on';
      case 'detached':
        output.note('The turn goes on: press Enter to follow it again.');
        return 'go-on';
      default: {
        const turn = message === undefined ? undefined : turnOf(await session.ask('turns'), message);
        if (turn) this.lines.end(turn);
        return 'go-on';
      }
    }
  }

  private renewed(): AbortSignal {
    this.interrupt = new AbortController();
    return this.interrupt.signal;
  }

  private async greet(isNew: boolean): Promise<void> {
    const { session, context, directory, redact } = this.parts;
    const { output } = context;
    output.print(`${output.paint('bold', `session ${session.id}`)} about ${directory}`);
    if (isNew) {
      output.print(output.paint('dim', 'Say what to do, or /help. Tab completes, Ctrl-D leaves.'));
      return;
    }
    const { turns } = await session.ask('turns');
    for (const turn of turns.slice(-SHOWN_TURNS)) {
      output.print(output.paint('bold', `${turn.number}  ${redact(turn.text)}`));
      if (turn.answer !== '') output.print(redact(turn.answer));
      output.print(output.paint('dim', turnLine(turn, output.say)));
    }
  }

  /** Shows a turn that is under way already. */
  private async catchUp(): Promise<ChatNext> {
    const { phase, pending, waiting } = await this.parts.session.status();
    return phase === 'resting' && !pending && !waiting ? 'go-on' : this.settle();
  }

  private async exchange(): Promise<ChatNext> {
    const status = await this.follower.answering(this.renewed());
    this.parts.context.output.clearProgress();
    if (!status) return 'leave';
    if (status.phase === 'done') return this.settle();
    const typed = await this.read(status);
    if (typed === undefined) return 'leave';
    if (typed.trim() !== '') await this.history.add(typed.trim());
    try {
      return await this.carryOut(typed);
    } catch (error) {
      // What was typed is not lost to an outage: it stands in the next line.
      const { language } = this.parts.context.output.say;
      if (reportError(error, { language }) === EXIT.infrastructure) this.given = typed.trim();
      return 'go-on';
    }
  }

  private async read({ mode = 'idle', checkpoints }: RunStatus): Promise<string | undefined> {
    const { output } = this.parts.context;
    const facts: ChatFacts = {
      mode: mode as AgentMode,
      checkpoints: checkpoints.map(({ number }) => number),
    };
    const auto = this.auto === 0 ? '' : ` +${this.auto}`;
    const { given } = this;
    this.given = undefined;
    return readInput({
      prompt: output.paint('cyan', `${mode}${auto}> `),
      history: this.history.newestFirst,
      given,
      complete: (line) => completeCommand(line, facts) ?? completePath(this.parts.directory, line),
    });
  }

  private async carryOut(typed: string): Promise<ChatNext> {
    const { session, context } = this.parts;
    const input = readChatInput(typed);
    switch (input.type) {
      case 'nothing':
        return this.catchUp();
      case 'unknown':
        context.output.print(
          `There is no command /${input.name}: /help lists them. A blank before the slash makes a task of it.`,
        );
        return 'go-on';
      case 'command':
        return runChatCommand(this, input.name, input.rest);
      case 'task': {
        const { number } = await session.submit({ text: input.text, auto: this.auto });
        return this.settle(number);
      }
    }
  }

  private sayGoodbye(): void {
    const { session, context } = this.parts;
    context.output.note(`The session stays open. Come back with: kintsugi chat --session ${session.id}`);
  }
}

/** Most inputs that are kept of a directory. */
const MOST_KEPT = 1_000;

/** Inputs of people in one directory: lines of JSON in a file of the data folder that nobody else can read. */
class InputHistory {
  private constructor(
    private readonly path: string,
    private readonly redact: Redact,
    private inputs: string[],
  ) {}

  /** Opens the history of a directory, given by its real path. `redact` takes secrets out of what is kept. */
  static async open(home: string, directory: string, redact: Redact): Promise<InputHistory> {
    const path = join(homePaths(home).inputs, `${shortHash(directory)}.jsonl`);
    const text = await readFile(path, 'utf8').catch(() => '');
    const all = text.split('\n').flatMap(inputOf);
    const inputs = all.slice(-MOST_KEPT);
    if (all.length > 2 * MOST_KEPT) await replaceFile(path, inputs.map(lineOf).join(''));
    return new InputHistory(path, redact, inputs);
  }

  /** The inputs, newest first, each once where it was given several times in a row. */
  get newestFirst(): string[] {
    return this.inputs.filter((one, index) => one !== this.inputs[index - 1]).reverse();
  }

  /** Keeps an input. A file that can't be written costs the history alone. */
  async add(input: string): Promise<void> {
    const kept = this.redact(input);
    this.inputs = [...this.inputs, kept].slice(-MOST_KEPT);
    try {
      await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
      await appendFile(this.path, lineOf(kept), { mode: 0o600 });
    } catch {
      return;
    }
  }
}

function lineOf(input: string): string {
  return `${JSON.stringify(input)}\n`;
}

/** The input of a line; none of a line that a crash has cut. */
function inputOf(line: string): string[] {
  try {
    const input: unknown = JSON.parse(line);
    return typeof input === 'string' ? [input] : [];
  } catch {
    return [];
  }
}
