import type { MatchProblem } from '../../files/edit-match/outcome';
import { plural } from '../../text';

/** Where the folders are left at the end of a run. */
export type FoldersLeft = 'changed' | 'restored' | 'dry-run' | 'nothing' | 'unchanged';

const FOLDERS: Readonly<Record<FoldersLeft, string>> = {
  changed: ', and your folders are changed',
  restored: ', and your folders are as they were before the run',
  'dry-run': ', as a dry run: your folders are unchanged',
  nothing: ', and there was nothing to change',
  unchanged: '; your folders are unchanged',
};

const stepsDone = (done: number, total: number): string =>
  `${done} of ${plural(total, 'step')} ${done === 1 ? 'is' : 'are'} done`;

const entriesText = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`);

/** Why the bytes of a file of the disk can't be had. */
const onDisk = {
  changed: 'It changed meanwhile: start again.',
  gone: 'It is gone: start again.',
  unreadable: 'It cannot be read: check its permissions.',
  'too-large': 'It is too large to be read.',
  'not-a-file': 'It is no file that can be read.',
};

/** `why`: a sentence in English without its end. */
const unmatched: (path: string, why: string, of: MatchProblem['reason']) => string = (path, why) =>
  `${why.replace('the file', () => path)}.`;

/** Sentences of a goal: its questions, how it ends, its report, and what its tools did. `why` is of others, or a sentence of its own. */
export const english = {
  stop: '.',
  questions: {
    which: (phrase: string) => `Which one do you mean by "${phrase}"?`,
    whichOf: (step: number) => `Step ${step} found several: which one is meant?`,
    whichFolder: (what: string) => `Which folder is meant by "${what}"?`,
    plan: (steps: number) =>
      `Carry out a plan of ${plural(steps, 'step')}. Your folders change at its end, after another question.`,
    planWritten: (steps: number) =>
      `Carry out a plan of ${plural(steps, 'step')}, and change your folders after each step.`,
    otherArgs: (step: number) => `Try step ${step} with other arguments, and change your folders.`,
    publish: (changes: number, done: number, total: number) =>
      `Publish ${plural(changes, 'change')}: ${stepsDone(done, total)}.`,
    goOn: (step: number) => `The files are as before step ${step}. How shall the run go on?`,
    goOnFrom: 'go on from there',
    endHere: 'end here',
  },
  warnings: {
    tooFew: (done: number, total: number, share: string) =>
      `Only ${stepsDone(done, total)}, and ${share} are needed`,
    stepFailed: (step: number, why: string) => `Step ${step} failed: ${why}`,
    stopped: (why: string) => `The run was ended before its plan was: ${why}`,
    notReached: (why: string) => `The model says that the goal is not reached: ${why}`,
    unshown: (files: number) => `The new content of ${plural(files, 'file')} cannot be shown`,
  },
  refusals: {
    onlyFirstPlan:
      'Only the first plan can be changed: reject this one, and start again with a plan of your own.',
    onePlanFile: (file: string) =>
      `A plan is changed as one file: give an edit that creates or modifies ${file}.`,
    editedPlan: (why: string) => `The edited plan cannot be used: ${why}`,
    noEdits: 'Edits can be given when a plan is approved: change the files after the run.',
  },
  results: {
    steps: (done: number, total: number, folders: FoldersLeft) =>
      `${stepsDone(done, total)}${FOLDERS[folders]}`,
    notBegun: 'the run could not begin',
    unchecked: (why: string) => `nobody has checked that the goal is reached: ${why}`,
  },
  reasons: {
    noModel:
      'The worker has no model to make a plan: set KINTSUGI_MODEL and start it again, or give a plan of your own with --plan.',
    noPlan: (why: string) => `There is no plan: ${why}`,
    noMeaning: (phrase: string) => `Nobody said what "${phrase}" means.`,
    nobodyAnswered: 'nobody answered',
    rejected: (why: string) => `the question was rejected: ${why}`,
    notAllowed: (why: string) => `it is not allowed: ${why}`,
    mostCalls: (calls: number) => `the run has made ${plural(calls, 'call')} of tools, as many as it may`,
    outOfTime: 'the time of the run is over',
    wentBack: 'you went back, and ended it there',
    needsStep: (step: number) => `it takes the items of step ${step}, which is not done`,
    noItems: (step: number) => `Step ${step} found nothing, so there are no items.`,
    noPath: (step: number) => `Step ${step} found nothing, and one path is needed.`,
    manyItems: (step: number, items: number) => `Step ${step} gives ${items} items, and one path is needed.`,
    notLooked: 'The run has not looked at its folders.',
    tookLonger: (seconds: number) => `it took longer than ${seconds} s`,
    otherThanSaid: (why: string) => `the step did something else than it said: ${why}`,
    changedMeanwhile: (path: string, why: string) => `your folders changed meanwhile: ${path} ${why}`.trim(),
    notTakenBack: (why: string, reason: string) =>
      `${why}; what was changed could not be taken back: ${reason}`,
    stepFailed: (step: number, why: string) => `step ${step} failed: ${why}`,
    notReached: (why: string) => `all steps are over, and the goal is not reached: ${why}`,
  },
  report: {
    plan: 'Plan',
    goal: (holds: boolean, why: string) => `Goal ${holds ? 'reached' : 'not reached'}: ${why}`,
    phrases: 'What phrases meant',
    steps: 'Steps',
    conflicts: 'Conflicts',
    changes: 'Changes',
    of: (done: number, total: number) => `${done} of ${total}`,
    seconds: (seconds: string) => `${seconds} s`,
    nothingFound: 'nothing found',
    more: (count: number) => `… and ${count} more`,
    failed: 'it failed',
  },
  files: {
    /** `Moved 8 of 10 items to papers.` */
    did: (how: 'move' | 'copy' | 'delete', done: number, total: number, to?: string) =>
      `${{ move: 'Moved', copy: 'Copied', delete: 'Deleted' }[how]} ${done < total ? `${done} of ` : ''}${plural(total, 'item')}${to === undefined ? '' : ` to ${to}`}.`,
    moreFailed: (count: number) => `… and ${count} more failed.`,
    made: (folders: readonly string[]) => `Made the folder ${folders.join(', and in it ')}.`,
    renamed: (from: string, to: string) => `Renamed ${from} to ${to}.`,
    wrote: (path: string, size: string) => `Wrote ${path} (${size}).`,
    overwrote: (path: string, was: string, size: string) =>
      `Replaced the content of ${path}: ${was} by ${size}.`,
    replaced: (passages: number, path: string) => `Replaced ${plural(passages, 'passage')} in ${path}.`,
    wentWith: (path: string) => `It went with ${path}.`,
    staysWith: (path: string) => `${path}, which it is in, stays where it is.`,
    wasThere: (path: string) => `${path} was there already.`,
    hasText: (path: string) => `${path} has this text already.`,
    isRoot: (path: string) => `${path} is a root of the run, which stays as it is: name what is in it.`,
    isFolder: (path: string) =>
      `${path} is a folder: give the path of a file in it, or see what is in it with list.`,
    isLink: (path: string) => `${path} is a link, which is not followed: name what it leads to.`,
    isFile: (path: string) => `${path} is a file: name a folder.`,
    notFolder: (path: string) =>
      `${path} is no folder: \`to\` names a folder, and \`name\` the item's new name in it.`,
    looksFile: (path: string, folder: string, name: string) =>
      `${path} looks like a file: give \`to\`: ${folder} and \`name\`: ${name}.`,
    missing: (path: string, twin?: string) =>
      `There is no ${path}: ${twin === undefined ? 'look for it with find or list' : `there is ${twin}`}.`,
    below: (path: string, blocked: string) =>
      `There is nothing below ${blocked}, which is no folder: check the path ${path}.`,
    taken: (path: string) => `There is already ${path}: give another name.`,
    oneName: (items: number) => `One name cannot go to ${items} items: leave out \`name\`, or name one item.`,
    intoItself: (path: string) => `${path} cannot go into itself: choose a folder outside of it.`,
    outside: (path: string, roots: string) =>
      `${path} leads out of the roots: name a path inside of ${roots}.`,
    inNoRoot: (path: string, roots: string) =>
      `${path} is in none of the roots: name a path inside of ${roots}, or begin the goal with its folder too.`,
    /** `why`: end of a sentence in English. */
    badPath: (why: string) => `${why}.`,
    tooLarge: (path: string, size: string, most: string) =>
      `${path} has ${size}, more than the ${most} that are read.`,
    notPlain: (path: string) => `${path} is no plain text: only text files can be edited.`,
    noFile: (path: string) => `${path} is no file that can be read.`,
    /** `mark`: it stands where a secret was taken out. */
    marked: (path: string, mark: string) =>
      `The text for ${path} holds ${mark}, which stands where a secret was taken out: give it without.`,
    /** `why`: end of a sentence in English. */
    unwritable: (path: string, why: string) => `${path} ${why}.`,
    unmatched,
    nearest: 'Nearest:',
    uncopied: (path: string, why: DiskProblem) => `${path} can be moved but not copied. ${onDisk[why]}`,
    lost: (path: string, why: DiskProblem) => `${path}: ${onDisk[why]}`,
    unread: {
      'no-text': 'is no text',
      scan: 'holds no text, only pictures of pages: make it readable with text recognition',
      secret: 'holds secrets by its name, so its content is not shown',
      encrypted: 'is protected by a password: save it without one',
      damaged: 'is a damaged document that cannot be read',
      old: 'is in an old format, which is not read: save it as DOCX, XLSX, PPTX, HWPX or PDF',
      'too-large': 'takes more memory to read than a document may: read a part of it, or save it smaller',
      'too-slow': 'takes too long to read: read a part of it',
    },
    found: (items: number, where: string, looked?: number, unread?: string) =>
      `Found ${plural(items, 'item')} in ${where}${looked === undefined ? '' : ` among ${plural(looked, 'file')}`}${unread === undefined ? '' : `, of which ${unread} could not be read`}`,
    /** `paths`: the first of them. */
    andMore: (paths: string, more: number) => `${paths} and ${more} more`,
    secret: (files: number) => `${plural(files, 'file')} not looked into: they hold secrets by their names.`,
    wordless: (files: number) => `${plural(files, 'file')} without a text, such as pictures.`,
    wholeName: (glob: string) => `The whole name is compared: ${glob} finds names that hold it.`,
    line: (number: number, text: string) => `Line ${number}: ${text}`,
    page: (number: number, text: string) => `Page ${number}: ${text}`,
    moreText: (path: string) => `${path} has more than the 2 MB of text that are searched.`,
    holds: (path: string, entries: number, depth: number) =>
      `${path} holds ${entriesText(entries)}${depth > 1 ? `, ${depth} folders deep` : ''}`,
    entries: entriesText,
    linkTo: (path: string) => `link to ${path}`,
    moreRows: (count: number) => `… and ${count} more: list one of the folders, or look with find.`,
    several: (folders: number, what: string, paths: string) =>
      `${plural(folders, 'folder')} could be meant by "${what}": ${paths}.`,
    noFolder: (what: string) => `No folder fits "${what}": look with list, or name the folder by its path.`,
    onlyFirst: (folders: number) => `Only the first ${folders} folders were looked at.`,
    empty: (path: string) => `${path} is empty.`,
    characters: (count: number) => `${count} characters`,
    pages: (count: number) => plural(count, 'page'),
    pageMark: (number: number) => `--- page ${number} ---`,
    leftOut: (characters: number, truncated: boolean) =>
      `… ${characters} characters ${truncated ? 'and more than the 2 MB of text that are read ' : ''}are left out: look for words in it with find.`,
    exitCode: (code: number | string) => `exit code ${code}`,
    noCommands: 'This run has no commands: do it with the other tools.',
    /** `code`: of a command that ended by itself. */
    ended: (code: string | undefined) =>
      `The command ${code === undefined ? 'was stopped' : `ended with exit code ${code}`}, so nothing of what it wrote is kept.`,
    notRun: (why: string) => `The command was not run: ${why}.`,
    byCommand: (wasThere: boolean): string => (wasThere ? 'The command changed it.' : 'The command made it.'),
    madeFiles: (files: number, paths: string) => `Made or changed ${plural(files, 'file')}: ${paths}.`,
    deletedFiles: (files: number, paths: string) => `Deleted ${plural(files, 'file')}: ${paths}.`,
    noneChanged: 'No file was changed.',
    cut: (characters: number) => `… ${characters} characters are left out …`,
    notThere: (why: string) => `Not there for the command: ${why}`,
    tooMuch: (path: string, files: number, size: string, mostFiles: number, mostSize: string) =>
      `${path} holds ${plural(files, 'file')} of ${size}; a command runs on a copy of at most ${mostFiles} files and ${mostSize}: name a smaller folder.`,
    unpublished: (path: string) =>
      `an earlier step changes ${path}, which is not on disk yet: give --publish each-step, or make it a goal of its own`,
    noCode: 'the run wrote no code',
  },
};

/** Sentences of a goal in one language. */
export type GoalWords = typeof english;
export type DiskProblem = keyof typeof onDisk;
