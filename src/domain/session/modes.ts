import { z } from 'zod';
import type { ApprovalLevel, Language } from '../run/input';

/** Modes of a session, by the values of seed 003. */
export const AgentMode = z.enum([
  'idle',
  'context_navigation',
  'implementation',
  'debug',
  'test',
  'documentation',
  'design',
  'qa',
  'refactor',
  'multi_file_editing',
  'git_workflow',
  'agent_planning',
  'impact_analysis',
  'migration',
  'dependency_intelligence',
  'spec_compliance',
  'verification',
  'performance_profiling',
  'ops_infra',
  'environment_reproduction',
  'benchmark',
  'ml_integration',
  'exploratory_research',
]);
export type AgentMode = z.infer<typeof AgentMode>;

export type WorkingMode = Exclude<AgentMode, 'idle'>;

/** Tools that do the work of modes without a model; each is a function of `src/coder/session/tools`. */
export type ModeToolName =
  | 'analyseImpact'
  | 'benchmark'
  | 'checkOps'
  | 'compareSpecification'
  | 'examineDependencies'
  | 'examineModels'
  | 'navigate'
  | 'outline'
  | 'profile'
  | 'proposeCommit'
  | 'reproduceEnvironment'
  | 'research'
  | 'review'
  | 'runTests'
  | 'survey'
  | 'verifyProject';

/** Run of `heal` that does the work of a mode on the session's files: it verifies every change and publishes nothing. */
export interface ChildWork {
  /** Added to the task. */
  readonly brief: string;
  /** Triggers that follow. Absent: the session stays in its mode. */
  readonly done: string;
  readonly failed?: string;
  /** It can do the work without a model too. */
  readonly needsNoModel?: true;
}

/** A mode: all that its turns do follows from its row. */
export interface ModeRow {
  /** False: the mode works on a throwaway tree, and nothing that it writes is kept. */
  readonly writes: boolean;
  /** Its result is a written proposal that is approved like a change of files. */
  readonly proposes?: true;
  /** Tool that looks at the project, before a model does and in its place. */
  readonly tool?: ModeToolName;
  /** Its tool runs the checks of the project, so it takes their time. */
  readonly runsChecks?: true;
  /** Run that changes the files. */
  readonly child?: ChildWork;
  /** One line for people: what the mode does. */
  readonly line: Readonly<Record<Language, string>>;
}

const READS = { writes: false } as const;
const WRITES = { writes: true } as const;

function line(en: string, ko: string, zh: string): Pick<ModeRow, 'line'> {
  return { line: { en, ko, zh } };
}

export const MODES: Readonly<Record<AgentMode, ModeRow>> = {
  idle: { ...READS, ...line('Waits for a task', '작업을 기다림', '等待任务') },
  context_navigation: {
    ...READS,
    tool: 'navigate',
    ...line('Finds and explains code', '코드를 찾고 설명함', '查找并解释代码'),
  },
  implementation: {
    ...WRITES,
    tool: 'survey',
    child: {
      brief:
        'Find the code that this concerns first, keep to its patterns and style, and finish with all tests passing.',
      done: 'code_complete',
      failed: 'error_occurred',
    },
    ...line('Writes code', '코드를 작성함', '编写代码'),
  },
  debug: {
    ...WRITES,
    child: {
      brief: 'Find the cause of the error first, and mend the cause, not the symptom.',
      done: 'fix_applied',
      needsNoModel: true,
    },
    ...line('Locates an error and mends it', '오류를 찾아 고침', '定位并修复错误'),
  },
  test: {
    ...READS,
    tool: 'runTests',
    runsChecks: true,
    ...line('Runs tests', '테스트를 실행함', '运行测试'),
  },
  documentation: {
    ...WRITES,
    tool: 'survey',
    child: {
      brief:
        'Write documentation only: comments of declarations, README and guide pages. Change no behaviour. Describe what the code does, not what it should do.',
      done: 'doc_complete',
    },
    ...line('Writes documentation', '문서를 작성함', '编写文档'),
  },
  design: {
    ...READS,
    tool: 'outline',
    proposes: true,
    ...line('Writes a design for approval', '승인받을 설계를 작성함', '编写待批准的设计'),
  },
  qa: { ...READS, tool: 'review', ...line('Reviews code', '코드를 리뷰함', '评审代码') },
  refactor: {
    ...WRITES,
    tool: 'survey',
    child: {
      brief:
        'Restructure without changing behaviour: the same tests pass unchanged, and every exported name keeps its declaration.',
      done: 'refactor_complete',
    },
    ...line(
      'Restructures code and keeps its behaviour',
      '동작을 유지하며 구조를 개선함',
      '保持行为不变地重构代码',
    ),
  },
  multi_file_editing: {
    ...WRITES,
    tool: 'survey',
    child: {
      brief: 'Change all places together: search for every use before you edit, and leave none half-changed.',
      done: 'changes_ready',
      failed: 'impact_check',
    },
    ...line('Changes many files as one', '여러 파일을 한 번에 변경함', '一次性修改多个文件'),
  },
  git_workflow: {
    ...WRITES,
    tool: 'proposeCommit',
    ...line(
      'Branches, commits and pull requests',
      '브랜치, 커밋, 풀 리퀘스트를 다룸',
      '处理分支、提交和拉取请求',
    ),
  },
  agent_planning: {
    ...READS,
    tool: 'outline',
    proposes: true,
    ...line('Plans work in steps', '작업을 단계로 계획함', '分步骤规划工作'),
  },
  impact_analysis: {
    ...READS,
    tool: 'analyseImpact',
    ...line('Finds what a change affects', '변경의 영향 범위를 분석함', '分析变更的影响范围'),
  },
  migration: {
    ...WRITES,
    tool: 'survey',
    child: {
      brief:
        'Migrate piece by piece: find every use of the old version or technology, change each to the new one, and leave no trace of the old.',
      done: 'migration_complete',
      failed: 'error_occurred',
    },
    ...line(
      'Moves code to another version or technology',
      '다른 버전이나 기술로 옮김',
      '迁移到其他版本或技术',
    ),
  },
  dependency_intelligence: {
    ...READS,
    tool: 'examineDependencies',
    ...line('Examines dependencies', '의존성을 점검함', '检查依赖'),
  },
  spec_compliance: {
    ...READS,
    tool: 'compareSpecification',
    ...line('Compares code with its specification', '코드를 명세와 대조함', '对照规格检查代码'),
  },
  verification: {
    ...READS,
    tool: 'verifyProject',
    runsChecks: true,
    ...line('Verifies a change', '변경을 검증함', '验证变更'),
  },
  performance_profiling: {
    ...READS,
    tool: 'profile',
    ...line('Finds where time and memory go', '시간과 메모리를 쓰는 곳을 찾음', '找出时间和内存的消耗点'),
  },
  ops_infra: {
    ...WRITES,
    tool: 'checkOps',
    child: {
      brief:
        'Write or mend files of build, container and CI (Dockerfile, compose, workflows). Pin versions, and keep secrets out.',
      done: 'ops_ready',
    },
    ...line('Builds, deploys and monitors', '빌드, 배포, 모니터링을 구성함', '配置构建、部署和监控'),
  },
  environment_reproduction: {
    ...WRITES,
    tool: 'reproduceEnvironment',
    ...line('Locks and recreates environments', '환경을 고정하고 재현함', '锁定并复现环境'),
  },
  benchmark: {
    ...READS,
    tool: 'benchmark',
    ...line('Measures and compares speed', '성능을 측정하고 비교함', '测量并比较性能'),
  },
  ml_integration: {
    ...READS,
    tool: 'examineModels',
    ...line('Examines the use of models and data', '모델과 데이터의 사용을 점검함', '检查模型和数据的使用'),
  },
  exploratory_research: {
    ...READS,
    tool: 'research',
    ...line('Compares alternatives', '대안을 조사하고 비교함', '调研并比较方案'),
  },
};

/** Tools of a model in a turn that reads. Its commands run on a copy that is thrown away. */
export const READING_TOOLS: readonly string[] = [
  ...['list', 'glob', 'search', 'read', 'code_graph', 'git_history', 'diagnostics'],
  ...['run_tests', 'run_check', 'run_command', 'ask_user', 'answer'],
];

/** Acts of a mode that may need an approval: its work as a whole, a change of files, a proposal that later work builds on. */
export const ModeAct = z.enum(['execute', 'change', 'proposal']);
export type ModeAct = z.infer<typeof ModeAct>;

/** Acts that a mode does: idle does none, and a change is for modes that write. */
export function actsOf(mode: AgentMode): readonly ModeAct[] {
  if (mode === 'idle') return [];
  const { writes, proposes } = MODES[mode];
  return ['execute', ...(writes ? ['change' as const] : []), ...(proposes ? ['proposal' as const] : [])];
}

/** True if people are asked before the act: never at LOW, before changes and proposals at MEDIUM, before everything at HIGH. */
export function asksBefore(mode: AgentMode, act: ModeAct, level: ApprovalLevel): boolean {
  if (level === 'LOW' || !actsOf(mode).includes(act)) return false;
  return level === 'HIGH' || act !== 'execute';
}

/** Levels at which a mode asks, the laxest first; none for idle. */
export function askingLevels(mode: AgentMode): readonly ApprovalLevel[] {
  return (['LOW', 'MEDIUM', 'HIGH'] as const).filter((level) =>
    actsOf(mode).some((act) => asksBefore(mode, act, level)),
  );
}
