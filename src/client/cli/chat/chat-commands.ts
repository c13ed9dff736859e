import { badInput } from '../../../domain/kintsugi-error';
import { budgetLine, usageText } from '../../../domain/run/budget-report';
import { ApprovalLevel } from '../../../domain/run/input';
import { spoken } from '../../../domain/run/outcomes';
import { CHAT_COMMANDS, type ChatCommand } from '../../../domain/session/chat-input';
import { MOST_CHAINED } from '../../../domain/session/input';
import { AgentMode, MODES } from '../../../domain/session/modes';
import { routeTo } from '../../../domain/session/transitions';
import { firstLine, hashText } from '../../../domain/text';
import { standLine } from '../show-commands';
import type { ChatDesk, ChatNext } from './chat-desk';
import { turnLine } from './event-line';
import { findCheckpoint, noCheckpoint } from '../../../domain/run/checkpoints';
import { askLine } from '../question/prompt';
import { userName } from '../question/user-name';

/** Carries a command of a chat out. Throws a sentence where its argument is of no use. */
export async function runChatCommand(chat: ChatDesk, name: ChatCommand, rest: string): Promise<ChatNext> {
  switch (name) {
    case 'mode':
      return rest === '' ? showModes(chat) : moveTo(chat, rest);
    case 'approve':
      return approve(chat, rest);
    case 'rewind':
      return rewind(chat, rest);
    case 'plan':
      return showPlan(chat);
    case 'auto':
      return setAuto(chat, rest);
    case 'cost':
      return showCost(chat);
    case 'status':
      return showStatus(chat);
    case 'help':
      return showHelp(chat);
    case 'quit':
      return 'leave';
    case 'close':
      return close(chat);
  }
}

async function showModes({ parts: { session, context } }: ChatDesk): Promise<ChatNext> {
  const { output, config } = context;
  const present = await session.ask('mode');
  for (const mode of AgentMode.options) {
    const line = `${mode === present ? '*' : ' '} ${mode.padEnd(26)}${MODES[mode].line[config.language]}`;
    output.print(mode === present ? output.paint('bold', line) : line);
  }
  const triggers = (await session.ask('transitions')).map(({ trigger }) => trigger);
  output.print(`triggers: ${[...new Set(triggers)].join(', ')}`);
  return 'go-on';
}

/** Moves to a mode by the triggers that lead there, or by a trigger itself. */
async function moveTo(chat: ChatDesk, name: string): Promise<ChatNext> {
  const { session, context } = chat.parts;
  const mode = AgentMode.safeParse(name.toLowerCase());
  if (!mode.success) return chat.settle((await session.trigger(name)).number);
  const route = routeTo(await session.ask('mode'), mode.data);
  if (route.length === 0) context.output.print(`The session is in ${mode.data} already.`);
  let next: ChatNext = 'go-on';
  for (const trigger of route) {
    next = await chat.settle((await session.trigger(trigger)).number);
    if (next !== 'go-on') break;
  }
  return next;
}

async function approve(chat: ChatDesk, rest: string): Promise<ChatNext> {
  const { session, context } = chat.parts;
  if (rest === '') {
    const { approvalLevel } = await session.status();
    context.output.print(`The approval level is ${approvalLevel ?? 'MEDIUM'}.`);
    return 'go-on';
  }
  const level = ApprovalLevel.safeParse(rest.toUpperCase());
  if (!level.success) throw badInput(`There is no approval level ${rest}: take LOW, MEDIUM or HIGH.`);
  await session.setApprovalLevel(level.data);
  return chat.settle();
}

async function showPlan({ parts: { session, context, redact } }: ChatDesk): Promise<ChatNext> {
  const { output } = context;
  const mode = await session.ask('mode');
  output.print(output.paint('bold', `Ways on from ${mode}`));
  for (const { trigger, to, reason, condition } of await session.ask('transitions')) {
    const when = condition === undefined ? '' : ` (if ${spoken(condition)})`;
    output.print(`  /mode ${trigger.padEnd(26)}→ ${to}${when}  ${output.paint('dim', reason)}`);
  }
  const { turns } = await session.ask('turns');
  if (turns.length > 0) output.print(output.paint('bold', 'Last turns'));
  for (const turn of turns)
    output.print(
      `  ${turn.number}  ${firstLine(redact(turn.text), 60)}  ${output.paint('dim', turnLine(turn, output.say))}`,
    );
  return 'go-on';
}

function setAuto(chat: ChatDesk, rest: string): ChatNext {
  const count = rest === '' ? chat.auto : Number(rest);
  if (!Number.isInteger(count) || count < 0 || count > MOST_CHAINED)
    throw badInput(`/auto takes a whole number from 0 to ${MOST_CHAINED}.`);
  chat.auto = count;
  const { output } = chat.parts.context;
  output.print(
    count === 0
      ? 'No mode follows a task by itself.'
      : `Up to ${count} further mode${count === 1 ? '' : 's'} may follow a task by themselves.`,
  );
  return 'go-on';
}

async function showCost({ parts: { session, context } }: ChatDesk): Promise<ChatNext> {
  const { usage, budget } = await session.status();
  context.output.print(
    (usage && usageText(usage, context.output.say)) ?? context.output.say`No model was asked so far.`,
  );
  if (budget) context.output.print(budgetLine(budget, context.output.say));
  return 'go-on';
}

async function showStatus({ parts: { session, context, directory } }: ChatDesk): Promise<ChatNext> {
  const { output } = context;
  const status = await session.status();
  output.print(standLine(session.id, 'RUNNING', status, output.say));
  output.print(`  ${directory}`);
  output.print(
    `  approval level ${status.approvalLevel ?? 'MEDIUM'}, ${status.checkpoints.length} checkpoints`,
  );
  for (const { kind } of status.grants)
    output.hint(`  granted: ${kind}; take it back with: kintsugi revoke ${session.id} ${kind}`);
  if (session.webUrl !== undefined) output.print(`  ${session.webUrl}`);
  return 'go-on';
}

function showHelp({ parts: { context } }: ChatDesk): ChatNext {
  const { output } = context;
  for (const [name, { args, help }] of Object.entries(CHAT_COMMANDS))
    output.print(`  ${`/${name} ${args}`.padEnd(30)}${help}`);
  output.print('Everything else is a task. A backslash at its end continues a line; a paste may have many.');
  output.print('Ctrl-C cancels a line, twice leaves; while a turn is under way it goes on without you.');
  return 'go-on';
}

async function close({ parts: { session, context } }: ChatDesk): Promise<ChatNext> {
  await session.close();
  const { turnCount } = await session.result();
  context.output.note(
    `The session is closed after ${turnCount} turn${turnCount === 1 ? '' : 's'}. Read it with: kintsugi report ${session.id}`,
  );
  return 'closed';
}

/** Takes the session back to a checkpoint: the one named, or one of those listed, once the user agrees. */
async function rewind(chat: ChatDesk, named: string): Promise<ChatNext> {
  const { session, context, redact } = chat.parts;
  const { output } = context;
  const { signal } = new AbortController();
  const { checkpoints } = await session.status();
  if (named === '')
    for (const { number, reason, snapshot } of checkpoints)
      output.print(
        `${String(number).padStart(3)}  ${firstLine(redact(reason), 70)}  ${output.paint('dim', hashText(snapshot.tree))}`,
      );
  const name = (named || ((await askLine('Go back to: ', signal)) ?? '')).trim();
  if (name === '') return 'go-on';
  const checkpoint = findCheckpoint(checkpoints, name);
  if (!checkpoint) throw badInput(noCheckpoint(session.id, checkpoints, name));
  const { number, reason } = checkpoint;
  output.print(`Checkpoint ${number}: ${firstLine(redact(reason), 70)}`);
  const reply = await askLine('Take files, conversation and mode back to it? [y,n] ', signal);
  if (!/^y(?:es)?$/i.test(reply?.trim() ?? '')) {
    output.print('Nothing was changed.');
    return 'go-on';
  }
  await session.rollBack({ kind: 'to', name: String(number), by: userName() });
  return chat.settle();
}
