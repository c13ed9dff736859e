import type { FoldersLeft, GoalWords } from './lines';

const FOLDERS: Readonly<Record<FoldersLeft, string>> = {
  changed: '文件夹已更改',
  restored: '文件夹已恢复到运行前的状态',
  'dry-run': '这是试运行，文件夹保持原样',
  nothing: '没有需要更改的内容',
  unchanged: '文件夹保持原样',
};

const stepsDone = (done: number, total: number): string => `共 ${total} 步，完成 ${done} 步`;

export const chinese: GoalWords = {
  stop: '。',
  questions: {
    which: (phrase) => `“${phrase}”指的是哪一个？`,
    whichOf: (step) => `第 ${step} 步找到了多个，指的是哪一个？`,
    whichFolder: (what) => `“${what}”指的是哪个文件夹？`,
    plan: (steps) => `执行 ${steps} 步的计划。最后再确认一次，然后才更改文件夹。`,
    planWritten: (steps) => `执行 ${steps} 步的计划，每一步之后都更改文件夹。`,
    otherArgs: (step) => `用其他参数重试第 ${step} 步，并更改文件夹。`,
    publish: (changes, done, total) => `应用 ${changes} 项更改：${stepsDone(done, total)}。`,
    goOn: (step) => `文件已恢复到第 ${step} 步之前。接下来怎么做？`,
    goOnFrom: '从那里继续',
    endHere: '到此结束',
  },
  warnings: {
    tooFew: (done, total, share) => `${stepsDone(done, total)}，需要达到 ${share}`,
    stepFailed: (step, why) => `第 ${step} 步失败：${why}`,
    stopped: (why) => `计划尚未完成就结束了：${why}`,
    notReached: (why) => `模型认为目标未达成：${why}`,
    unshown: (files) => `有 ${files} 个文件的新内容无法显示`,
  },
  refusals: {
    onlyFirstPlan: '只能修改第一个计划：请拒绝此计划，并用自己的计划重新开始。',
    onePlanFile: (file) => `计划以一个文件修改：请给出创建或修改 ${file} 的编辑。`,
    editedPlan: (why) => `修改后的计划不可用：${why}`,
    noEdits: '只有批准计划时才能附带编辑：请在运行结束后修改文件。',
  },
  results: {
    steps: (done, total, folders) => `${stepsDone(done, total)}，${FOLDERS[folders]}`,
    notBegun: '无法开始运行',
    unchecked: (why) => `未能确认目标是否达成：${why}`,
  },
  reasons: {
    noModel: '没有可用来制定计划的模型：请设置 KINTSUGI_MODEL 后重新启动，或用 --plan 给出计划。',
    noPlan: (why) => `没有计划：${why}`,
    noMeaning: (phrase) => `没有人说明“${phrase}”是什么意思。`,
    nobodyAnswered: '无人答复',
    rejected: (why) => `问题被拒绝：${why}`,
    notAllowed: (why) => `不被允许：${why}`,
    mostCalls: (calls) => `已调用工具 ${calls} 次，达到上限`,
    outOfTime: '运行时间已到',
    wentBack: '您恢复到之前的状态，并就此结束',
    needsStep: (step) => `需要第 ${step} 步的结果，而该步未完成`,
    changedMeanwhile: (path, why) => `文件夹期间有变化：${path} ${why}`.trim(),
    notTakenBack: (why, reason) => `${why}；已做的更改无法撤回：${reason}`,
    stepFailed: (step, why) => `第 ${step} 步失败：${why}`,
    notReached: (why) => `所有步骤已结束，但目标未达成：${why}`,
  },
  report: {
    plan: '计划',
    goal: (holds, why) => (holds ? `目标已达成：${why}` : `目标未达成：${why}`),
    phrases: '词语的含义',
    steps: '步骤',
    conflicts: '冲突',
    changes: '更改',
    of: (done, total) => `${total} 个中的 ${done} 个`,
    seconds: (seconds) => `${seconds} 秒`,
    nothingFound: '没有找到任何内容',
    more: (count) => `… 另有 ${count} 个`,
    failed: '失败',
  },
};
