import type { MatchProblem } from '../files/edit-match/outcome';
import type { Language } from '../run/input';
import { inEachLanguage, inOwnWords, type Say } from '../run/said';
import { plural } from '../text';

/** Where the folders are left at the end of a run. */
export type FoldersLeft = 'changed' | 'restored' | 'dry-run' | 'nothing' | 'unchanged';
export type DiskProblem = 'changed' | 'gone' | 'unreadable' | 'too-large' | 'not-a-file';

const stepsDone = (say: Say, done: number, total: number): string =>
  done === 1 ? say`${done} of ${total} step(s) is done` : say`${done} of ${total} step(s) are done`;

const entriesText = (say: Say, count: number): string => (count === 1 ? say`1 entry` : say`${count} entries`);

/** Why the bytes of a file of the disk can't be had. */
const onDisk = (say: Say): Readonly<Record<DiskProblem, string>> => ({
  changed: say`It changed meanwhile: start again.`,
  gone: say`It is gone: start again.`,
  unreadable: say`It cannot be read: check its permissions.`,
  'too-large': say`It is too large to be read.`,
  'not-a-file': say`It is no file that can be read.`,
});

/** Sentences of a goal: its questions, how it ends, its report, and what its tools did. `why` is of others, or a sentence of its own. */
const WORDS = inEachLanguage((say) => ({
  stop: say`.`,
  questions: {
    which: (phrase: string) => say`Which one do you mean by "${phrase}"?`,
    whichOf: (step: number) => say`Step ${step} found several: which one is meant?`,
    whichFolder: (what: string) => say`Which folder is meant by "${what}"?`,
    plan: (steps: number) =>
      say`Carry out a plan of ${steps} step(s). Your folders change at its end, after another question.`,
    planWritten: (steps: number) =>
      say`Carry out a plan of ${steps} step(s), and change your folders after each step.`,
    otherArgs: (step: number) => say`Try step ${step} with other arguments, and change your folders.`,
    publish: (changes: number, done: number, total: number) =>
      say`Publish ${changes} change(s): ${stepsDone(say, done, total)}.`,
    goOn: (step: number) => say`The files are as before step ${step}. How shall the run go on?`,
    goOnFrom: say`go on from there`,
    endHere: say`end here`,
  },
  warnings: {
    tooFew: (done: number, total: number, share: string) =>
      say`Only ${stepsDone(say, done, total)}, and ${share} are needed`,
    stepFailed: (step: number, why: string) => say`Step ${step} failed: ${why}`,
    stopped: (why: string) => say`The run was ended before its plan was: ${why}`,
    notReached: (why: string) => say`The model says that the goal is not reached: ${why}`,
    unshown: (files: number) => say`The new content of ${files} file(s) cannot be shown`,
  },
  refusals: {
    onlyFirstPlan: say`Only the first plan can be changed: reject this one, and start again with a plan of your own.`,
    onePlanFile: (file: string) =>
      say`A plan is changed as one file: give an edit that creates or modifies ${file}.`,
    editedPlan: (why: string) => say`The edited plan cannot be used: ${why}`,
    noEdits: say`Edits can be given when a plan is approved: change the files after the run.`,
  },
  results: {
    steps: (done: number, total: number, folders: FoldersLeft) => {
      const steps = stepsDone(say, done, total);
      return {
        changed: say`${steps}, and your folders are changed`,
        restored: say`${steps}, and your folders are as they were before the run`,
        'dry-run': say`${steps}, as a dry run: your folders are unchanged`,
        nothing: say`${steps}, and there was nothing to change`,
        unchanged: say`${steps}; your folders are unchanged`,
      }[folders];
    },
    notBegun: say`the run could not begin`,
    unchecked: (why: string) => say`nobody has checked that the goal is reached: ${why}`,
  },
  reasons: {
    noModel: say`The worker has no model to make a plan: set KINTSUGI_MODEL and start it again, or give a plan of your own with --plan.`,
    noPlan: (why: string) => say`There is no plan: ${why}`,
    noMeaning: (phrase: string) => say`Nobody said what "${phrase}" means.`,
    nobodyAnswered: say`nobody answered`,
    rejected: (why: string) => say`the question was rejected: ${why}`,
    notAllowed: (why: string) => say`it is not allowed: ${why}`,
    mostCalls: (calls: number) => say`the run has made ${calls} call(s) of tools, as many as it may`,
    outOfTime: say`the time of the run is over`,
    wentBack: say`you went back, and ended it there`,
    needsStep: (step: number) => say`it takes the items of step ${step}, which is not done`,
    noItems: (step: number) => say`Step ${step} found nothing, so there are no items.`,
    noPath: (step: number) => say`Step ${step} found nothing, and one path is needed.`,
    manyItems: (step: number, items: number) =>
      say`Step ${step} gives ${items} items, and one path is needed.`,
    notLooked: say`The run has not looked at its folders.`,
    tookLonger: (seconds: number) => say`it took longer than ${seconds} s`,
    otherThanSaid: (why: string) => say`the step did something else than it said: ${why}`,
    changedMeanwhile: (path: string, why: string) =>
      say`your folders changed meanwhile: ${path} ${why}`.trim(),
    notTakenBack: (why: string, reason: string) =>
      say`${why}; what was changed could not be taken back: ${reason}`,
    stepFailed: (step: number, why: string) => say`step ${step} failed: ${why}`,
    notReached: (why: string) => say`all steps are over, and the goal is not reached: ${why}`,
  },
  report: {
    plan: say`Plan`,
    goal: (holds: boolean, why: string) =>
      holds ? say`Goal reached: ${why}` : say`Goal not reached: ${why}`,
    phrases: say`What phrases meant`,
    steps: say`Steps`,
    conflicts: say`Conflicts`,
    changes: say`Changes`,
    of: (done: number, total: number) => say`${done} of ${total}`,
    seconds: (seconds: string) => say`${seconds} s`,
    nothingFound: say`nothing found`,
    more: (count: number) => say`… and ${count} more`,
    failed: say`it failed`,
  },
  files: {
    /** `Moved 8 of 10 items to papers.` */
    did: inOwnWords(say, {
      en: (how: 'move' | 'copy' | 'delete', done: number, total: number, to?: string) =>
        `${{ move: 'Moved', copy: 'Copied', delete: 'Deleted' }[how]} ${done < total ? `${done} of ` : ''}${plural(total, 'item')}${to === undefined ? '' : ` to ${to}`}.`,
      ko: (how, done, total, to) =>
        `${to === undefined ? '' : `${to}에 `}${total}개 ${done < total ? `중 ${done}개` : '항목'}을(를) ${{ move: '옮겼습니다', copy: '복사했습니다', delete: '삭제했습니다' }[how]}.`,
      zh: (how, done, total, to) =>
        `已${{ move: '移动', copy: '复制', delete: '删除' }[how]} ${done < total ? `${total} 项中的 ${done}` : total} 项${to === undefined ? '' : `到 ${to}`}。`,
    }),
    moreFailed: (count: number) => say`… and ${count} more failed.`,
    made: inOwnWords(say, {
      en: (folders: readonly string[]) => `Made the folder ${folders.join(', and in it ')}.`,
      ko: (folders) => `폴더를 만들었습니다: ${folders.join(' > ')}.`,
      zh: (folders) => `已创建文件夹: ${folders.join(' > ')}。`,
    }),
    renamed: (from: string, to: string) => say`Renamed ${from} to ${to}.`,
    wrote: (path: string, size: string) => say`Wrote ${path} (${size}).`,
    overwrote: (path: string, was: string, size: string) =>
      say`Replaced the content of ${path}: ${was} by ${size}.`,
    replaced: (passages: number, path: string) => say`Replaced ${passages} passage(s) in ${path}.`,
    wentWith: (path: string) => say`It went with ${path}.`,
    staysWith: (path: string) => say`${path}, which it is in, stays where it is.`,
    wasThere: (path: string) => say`${path} was there already.`,
    hasText: (path: string) => say`${path} has this text already.`,
    isRoot: (path: string) => say`${path} is a root of the run, which stays as it is: name what is in it.`,
    isFolder: (path: string) =>
      say`${path} is a folder: give the path of a file in it, or see what is in it with list.`,
    isLink: (path: string) => say`${path} is a link, which is not followed: name what it leads to.`,
    isFile: (path: string) => say`${path} is a file: name a folder.`,
    notFolder: (path: string) =>
      say`${path} is no folder: \`to\` names a folder, and \`name\` the item's new name in it.`,
    looksFile: (path: string, folder: string, name: string) =>
      say`${path} looks like a file: give \`to\`: ${folder} and \`name\`: ${name}.`,
    missing: (path: string, twin?: string) =>
      say`There is no ${path}: ${twin === undefined ? say`look for it with find or list` : say`there is ${twin}`}.`,
    below: (path: string, blocked: string) =>
      say`There is nothing below ${blocked}, which is no folder: check the path ${path}.`,
    taken: (path: string) => say`There is already ${path}: give another name.`,
    oneName: (items: number) =>
      say`One name cannot go to ${items} items: leave out \`name\`, or name one item.`,
    intoItself: (path: string) => say`${path} cannot go into itself: choose a folder outside of it.`,
    outside: (path: string, roots: string) =>
      say`${path} leads out of the roots: name a path inside of ${roots}.`,
    inNoRoot: (path: string, roots: string) =>
      say`${path} is in none of the roots: name a path inside of ${roots}, or begin the goal with its folder too.`,
    /** `why`: end of a sentence in English. */
    badPath: inOwnWords(say, {
      en: (why: string) => `${why}.`,
      ko: (why) => `쓸 수 없는 경로입니다: ${JSON.stringify(why)}.`,
      zh: (why) => `路径不可用: ${JSON.stringify(why)}。`,
    }),
    tooLarge: (path: string, size: string, most: string) =>
      say`${path} has ${size}, more than the ${most} that are read.`,
    notPlain: (path: string) => say`${path} is no plain text: only text files can be edited.`,
    noFile: (path: string) => say`${path} is no file that can be read.`,
    /** `mark`: it stands where a secret was taken out. */
    marked: (path: string, mark: string) =>
      say`The text for ${path} holds ${mark}, which stands where a secret was taken out: give it without.`,
    /** `why`: end of a sentence in English. */
    unwritable: (path: string, why: string) => say`${path} ${why}.`,
    unmatched: inOwnWords<(path: string, why: string, of: MatchProblem['reason']) => string>(say, {
      en: (path, why) => `${why.replace('the file', () => path)}.`,
      ko: (path, _, of) =>
        `${path}: ${{ 'no-match': '찾는 글이 없습니다', ambiguous: '찾는 글이 여러 곳에 있습니다', malformed: '편집의 형식이 잘못되었습니다' }[of]}.`,
      zh: (path, _, of) =>
        `${path}: ${{ 'no-match': '找不到要替换的文字', ambiguous: '要替换的文字出现多次', malformed: '编辑的格式有误' }[of]}。`,
    }),
    nearest: say`Nearest:`,
    uncopied: (path: string, why: DiskProblem) =>
      say`${path} can be moved but not copied. ${onDisk(say)[why]}`,
    lost: (path: string, why: DiskProblem) => say`${path}: ${onDisk(say)[why]}`,
    unread: {
      'no-text': say`is no text`,
      scan: say`holds no text, only pictures of pages: make it readable with text recognition`,
      secret: say`holds secrets by its name, so its content is not shown`,
      encrypted: say`is protected by a password: save it without one`,
      damaged: say`is a damaged document that cannot be read`,
      old: say`is in an old format, which is not read: save it as DOCX, XLSX, PPTX, HWPX or PDF`,
      'too-large': say`takes more memory to read than a document may: read a part of it, or save it smaller`,
      'too-slow': say`takes too long to read: read a part of it`,
    },
    found: (items: number, where: string, looked?: number, unread?: string) =>
      say`Found ${items} item(s) in ${where}${looked === undefined ? '' : say` among ${looked} file(s)`}${unread === undefined ? '' : say`, of which ${unread} could not be read`}`,
    /** `paths`: the first of them. */
    andMore: (paths: string, more: number) => say`${paths} and ${more} more`,
    secret: (files: number) => say`${files} file(s) not looked into: they hold secrets by their names.`,
    wordless: (files: number) => say`${files} file(s) without a text, such as pictures.`,
    wholeName: (glob: string) => say`The whole name is compared: ${glob} finds names that hold it.`,
    line: (number: number, text: string) => say`Line ${number}: ${text}`,
    page: (number: number, text: string) => say`Page ${number}: ${text}`,
    moreText: (path: string) => say`${path} has more than the 2 MB of text that are searched.`,
    holds: (path: string, entries: number, depth: number) =>
      say`${path} holds ${entriesText(say, entries)}${depth > 1 ? say`, ${depth} folders deep` : ''}`,
    entries: (count: number) => entriesText(say, count),
    linkTo: (path: string) => say`link to ${path}`,
    moreRows: (count: number) => say`… and ${count} more: list one of the folders, or look with find.`,
    several: (folders: number, what: string, paths: string) =>
      say`${folders} folder(s) could be meant by "${what}": ${paths}.`,
    noFolder: (what: string) =>
      say`No folder fits "${what}": look with list, or name the folder by its path.`,
    onlyFirst: (folders: number) => say`Only the first ${folders} folders were looked at.`,
    empty: (path: string) => say`${path} is empty.`,
    characters: (count: number) => say`${count} characters`,
    pages: (count: number) => say`${count} page(s)`,
    pageMark: (number: number) => say`--- page ${number} ---`,
    leftOut: (characters: number, truncated: boolean) =>
      say`… ${characters} characters ${truncated ? say`and more than the 2 MB of text that are read ` : ''}are left out: look for words in it with find.`,
    exitCode: (code: number | string) => say`exit code ${code}`,
    noCommands: say`This run has no commands: do it with the other tools.`,
    /** `code`: of a command that ended by itself. */
    ended: (code: string | undefined) =>
      say`The command ${code === undefined ? say`was stopped` : say`ended with exit code ${code}`}, so nothing of what it wrote is kept.`,
    notRun: (why: string) => say`The command was not run: ${why}.`,
    byCommand: (wasThere: boolean) => (wasThere ? say`The command changed it.` : say`The command made it.`),
    madeFiles: (files: number, paths: string) => say`Made or changed ${files} file(s): ${paths}.`,
    deletedFiles: (files: number, paths: string) => say`Deleted ${files} file(s): ${paths}.`,
    noneChanged: say`No file was changed.`,
    cut: (characters: number) => say`… ${characters} characters are left out …`,
    notThere: (why: string) => say`Not there for the command: ${why}`,
    tooMuch: (path: string, files: number, size: string, mostFiles: number, mostSize: string) =>
      say`${path} holds ${files} file(s) of ${size}; a command runs on a copy of at most ${mostFiles} files and ${mostSize}: name a smaller folder.`,
    unpublished: (path: string) =>
      say`an earlier step changes ${path}, which is not on disk yet: give --publish each-step, or make it a goal of its own`,
    noCode: say`the run wrote no code`,
  },
}));

/** Sentences of a goal in one language. */
export type GoalWords = (typeof WORDS)['en'];

/** Sentences of a goal in the user's language. */
export function wordsOf(language: Language): GoalWords {
  return WORDS[language];
}

/** A whole sentence of a text: it begins with a capital letter, unless with a path, and has one end. */
export function sentence(text: string, language: Language): string {
  const trimmed = text.trim();
  const whole = /^[\w-]*[./\\]\w/.test(trimmed)
    ? trimmed
    : trimmed.slice(0, 1).toUpperCase() + trimmed.slice(1);
  return /[.!?。！？…]$/.test(whole) ? whole : whole + WORDS[language].stop;
}

/** One form of a text for comparing: composed characters, lower case, single blanks. */
export function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/\s/)
    .filter((part) => part !== '')
    .join(' ');
}

/** Words of a name: `MyPapers_2015` is my, papers and 2015. */
export function nameTokens(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]/u)
    .flatMap((part) => part.split(/(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/u))
    .filter((part) => part !== '');
}

/** An English word without its plural: `papers`, `boxes` and `stories` as `paper`, `box` and `story`. */
export function singular(word: string): string {
  if (!/^[a-z]{4,40}$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
