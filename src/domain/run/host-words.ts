import { inEachLanguage, type Said } from './said';
import type { Language } from './language';

/** Words of the host of a run: what it waits for, what calls buy, why an act is not done, and why a message is refused. */
export const HOST_WORDS = inEachLanguage((say) => ({
  /** Calls of the model, as the budget tells of them: in English what follows "to". */
  calls: {
    chat: say`answer the request`,
    execute: say`carry out the request`,
    tests: say`write tests`,
    betterTests: say`write better tests`,
    repair: (round: number) => say`look for repair ${round}`,
    turn: (number: number) => say`take turn ${number} of the model`,
    tool: (name: string) => say`call ${name}`,
    intent: say`ask a model what is asked for`,
    plan: say`make a plan`,
    rethink: say`find another way`,
    checkGoal: say`check the goal`,
  },
  waits: {
    worker: (host: string) => say`waiting for a Kintsugi worker on ${host}: start it there with kintsugi up`,
    topUp: (what: string) => say`${what}: waiting for a top-up of the budget`,
    /** As a question: of what it asks for, and for what. */
    lacks: (missing: string, what: string) => say`top up the budget by ${missing}, to ${what}`,
    limit: (until: string, why: string) => say`until ${until}, when the limit of the model resets: ${why}`,
    model: say`no worker has a model: set one with kintsugi settings set KINTSUGI_MODEL NAME (and its key or address), or start the worker from a shell that has it with kintsugi up`,
  },
  refusals: {
    expired: say`nobody answered in time`,
    edited: say`it was approved with edits, which it can not take`,
    told: say`it was answered by a text`,
    /** Of a person who rejects and gives no reason. */
    silent: say`no reason given`,
  },
  wentBack: (checkpoint: number) => say`rolled back to checkpoint ${checkpoint}`,
  tookBack: (checkpoint: number) => say`took back checkpoint ${checkpoint}`,
  messages: {
    notWaiting: say`The run is not waiting for an answer.`,
    otherHash: (given: string, asked: string) =>
      say`The answer is for ${given}, but the run now asks about ${asked}: look at the present change and answer again.`,
    edits: say`Edits can be given only when approving a publish or a plan.`,
    approval: say`The run asks for an approval: approve or reject.`,
    text: say`The run asks for a text: give one, or reject the question.`,
    choice: (choices: string) => say`The run asks for one of: ${choices}.`,
    answered: say`The question has been answered already.`,
    nothingGranted: say`Nothing is granted in this run, so there is nothing to take back.`,
    notGranted: (kind: string, kinds: string) =>
      say`Nothing of the kind ${kind} is granted in this run; granted are: ${kinds}.`,
    noBudget: say`The run has no budget, so there is nothing to top up: start or fork one with --budget-tokens or --budget-usd.`,
    onlyMoney: say`The budget of the run does not limit tokens, only money: top it up in USD.`,
    onlyTokens: say`The budget of the run does not limit money, only tokens: top it up in tokens.`,
    ended: say`The run has ended, so its budget has nothing left to pay.`,
    full: (messages: number) =>
      say`${messages} messages are waiting already: send it again when some of them are done.`,
    noCheckpoint: (checkpoint: number, known: Said) =>
      say`The run has no checkpoint ${checkpoint}: take ${known}, as kintsugi checkpoints lists them.`,
    otherCheckpoint: (checkpoint: number) =>
      say`Checkpoint ${checkpoint} is another one by now: look with kintsugi checkpoints and roll back again.`,
    firstCheckpoint: say`Checkpoint 0 is what was there before the run: name one from 1.`,
    noStateBefore: (checkpoint: number) =>
      say`The state before checkpoint ${checkpoint} is no longer at hand: take back a later one, or go back to a checkpoint with --to.`,
    isThere: (checkpoint: number) => say`The run is at checkpoint ${checkpoint} already.`,
    publishing: say`The run is publishing or has ended: roll back what it published when it has ended, with kintsugi rollback.`,
    importing: say`The run has no checkpoint to go back to yet: it is importing the directory.`,
    rollingBack: say`Another rollback of the run is being made: look with kintsugi checkpoints and try again.`,
    notRolledBack: (reason: string, paths: string) => say`Not ${reason}: ${paths} changed since.`,
  },
}));
export type HostWords = (typeof HOST_WORDS)[Language];
