import type { Language } from '../language';

/** Reasons of the policy for who is asked or refused: sentences, but for what an act does. */
const english = {
  /** Words that follow "it". */
  does: {
    publish: 'writes the change to your directory',
    commit: 'commits changes to your git repository',
    plan: 'carries out a plan on the tree of your folders',
    step: 'carries out a step of a plan on the tree of your folders',
    execute: "carries out your request on the run's tree",
    proposal: 'takes a written proposal as the ground of later work',
    repair: "looks for a repair of the run's tree",
    edit: "edits a file of the run's tree to make checks pass",
    change: "edits a file of the run's tree to carry out your request",
    check: 'runs a check that you gave, in the sandbox',
    'suggested-check': 'runs a check of a model, in the sandbox',
    command: "runs a command on a copy of the run's tree, in the sandbox",
    'unisolated-command': 'runs a command without isolation, where --allow-unsandboxed is given',
    other: 'calls a tool of yours, which may change anything',
  },
  /** `is`: what the file is, by which it is protected. */
  judges: (is: string) => `A file that ${is} decides what passes, so no repair edits it.`,
  isolated: 'Commands run under bubblewrap only, unless --allow-unsandboxed is given.',
  low: '--approval low asks before nothing of its own.',
  high: '--approval high asks before every action.',
  /** `does`: one of those above. */
  usual: (does: string) => `It ${does}.`,
  unread: (why: string) => `The command can't be read whole: ${why}.`,
  perhaps: (rule: string, reason: string) => `It may be what a rule means (${rule}): ${reason}`,
  noRule: (does: string) => `It ${does}, and no rule allows it.`,
  rule: (number: number, source: 'user' | 'project', reason: string) =>
    `Rule ${number} of the ${source}'s policy: ${reason}`,
};

export type PolicyWords = typeof english;

const korean: PolicyWords = {
  does: {
    publish: '변경을 디렉터리에 씁니다',
    commit: '변경을 git 저장소에 커밋합니다',
    plan: '폴더의 트리에서 계획을 실행합니다',
    step: '폴더의 트리에서 계획의 한 단계를 실행합니다',
    execute: '실행의 트리에서 요청을 수행합니다',
    proposal: '작성된 제안을 이후 작업의 근거로 삼습니다',
    repair: '실행의 트리에서 복구를 찾습니다',
    edit: '검사를 통과하도록 실행 트리의 파일을 고칩니다',
    change: '요청을 수행하려고 실행 트리의 파일을 고칩니다',
    check: '지정한 검사를 샌드박스에서 실행합니다',
    'suggested-check': '모델의 검사를 샌드박스에서 실행합니다',
    command: '실행 트리의 사본에서 명령을 샌드박스로 실행합니다',
    'unisolated-command': '--allow-unsandboxed가 주어진 곳에서 격리 없이 명령을 실행합니다',
    other: '무엇이든 바꿀 수 있는 사용자의 도구를 부릅니다',
  },
  judges: () => '통과 여부를 정하는 파일이므로 복구에서 고치지 않습니다.',
  isolated: '--allow-unsandboxed를 주지 않으면 명령은 bubblewrap 안에서만 실행합니다.',
  low: '--approval low는 스스로 묻지 않습니다.',
  high: '--approval high는 모든 행동 전에 묻습니다.',
  usual: (does) => `${does}.`,
  unread: () => '명령을 끝까지 읽을 수 없습니다.',
  perhaps: (rule, reason) => `규칙에 해당할 수 있습니다 ("${rule}"): ${reason}`,
  noRule: (does) => `${does}. 허용하는 규칙이 없습니다.`,
  rule: (number, source, reason) =>
    `${source === 'user' ? '사용자' : '프로젝트'} 정책의 규칙 ${number}: ${reason}`,
};

const chinese: PolicyWords = {
  does: {
    publish: '把更改写入您的目录',
    commit: '把更改提交到您的 git 仓库',
    plan: '在文件夹的树上执行计划',
    step: '在文件夹的树上执行计划的一步',
    execute: '在运行的树上执行您的请求',
    proposal: '把写好的提案作为后续工作的依据',
    repair: '为运行的树寻找修复',
    edit: '编辑运行树中的文件以使检查通过',
    change: '编辑运行树中的文件以完成您的请求',
    check: '在沙箱中运行您给出的检查',
    'suggested-check': '在沙箱中运行模型的检查',
    command: '在沙箱中对运行树的副本执行命令',
    'unisolated-command': '在给出 --allow-unsandboxed 时不隔离地执行命令',
    other: '调用您的工具，它可能更改任何内容',
  },
  judges: () => '该文件决定检查是否通过，因此修复不会编辑它。',
  isolated: '命令只在 bubblewrap 中运行，除非给出 --allow-unsandboxed。',
  low: '--approval low 自己不询问。',
  high: '--approval high 在每个操作之前都询问。',
  usual: (does) => `它将${does}。`,
  unread: () => '无法完整读懂该命令。',
  perhaps: (rule, reason) => `它可能属于某条规则 (“${rule}”): ${reason}`,
  noRule: (does) => `它将${does}，而没有规则允许。`,
  rule: (number, source, reason) =>
    `${source === 'user' ? '用户' : '项目'}策略的第 ${number} 条规则: ${reason}`,
};

export const POLICY_WORDS: Record<Language, PolicyWords> = { en: english, ko: korean, zh: chinese };
