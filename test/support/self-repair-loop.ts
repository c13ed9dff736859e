import { seedLine } from '../../src/domain/heal/words/log';
import { ApiResponse, apiResponse } from '../../src/domain/heal/api-response';
import type { HealResult } from '../../src/domain/heal/result';
import { makeProject } from './kintsugi';
import { reply, type ScriptedModel } from './scripted-model';
import { makeToolProject } from './tool-project';
import type { ToolRow } from './tool-rows';
import { useOwnScriptedKintsugi } from './use-kintsugi';

const CAUSE = '变量未初始化导致的类型错误';

export function suggestion(files: Record<string, string>, verificationCommands: string[], rootCause = CAUSE) {
  const fileModifications = Object.entries(files).map(([path, content]) => ({
    path,
    action: 'modify',
    content,
    replacements: null,
  }));
  return { rootCause, errorCategory: 'type', fileModifications, verificationCommands };
}

/** The self-repair loop of seed 002, on a worker that has the Debugger alone, as the seed's loop has. */
export interface SelfRepairLoop {
  readonly model: ScriptedModel;
  /** Carries a request out in a project with these checks, to its end. */
  build(
    files: Record<string, string>,
    tools: readonly string[],
    commands: readonly string[],
  ): Promise<{ result: HealResult; log: string[] }>;
  /** Fails unless the failure of one tool is diagnosed, repaired and told as the seed says. */
  recovers(row: ToolRow): Promise<void>;
}

export const generates = (path: string, content: string) =>
  reply({
    summary: 'Builds the page.',
    fileModifications: [{ path, action: 'modify', content, replacements: null }],
  });

export function useSelfRepairLoop(): SelfRepairLoop {
  const kintsugi = useOwnScriptedKintsugi({
    why: 'it never searches',
    settings: { KINTSUGI_PROPOSERS: 'llm' },
  });

  async function build(
    files: Record<string, string>,
    tools: readonly string[],
    commands: readonly string[],
  ): Promise<{ result: HealResult; log: string[] }> {
    const project = await (tools.length > 0 ? makeToolProject(files, tools) : makeProject(files));
    try {
      const run = await kintsugi.client.heal({
        directory: project.path,
        request: 'Build the page that greets a visitor',
        taskType: 'build_site',
        mode: 'PRECISION',
        executor: 'answer',
        language: 'zh',
        approval: { level: 'LOW' },
        // Where bubblewrap works the commands run in it all the same.
        verification: {
          tests: [],
          commands: commands.map((command) => ({ command })),
          allowUnsandboxed: true,
        },
      });
      const result = await run.result();
      const { events } = await run.events();
      return { result, log: events.flatMap((event) => seedLine(event) ?? []) };
    } finally {
      await project.remove();
    }
  }

  async function recovers(row: ToolRow): Promise<void> {
    const { files, tools, commands, path, broken, repaired, errorType, says } = row;
    const own = `test -s ${Object.keys(repaired).at(-1) ?? ''}`;
    kintsugi.model.script(generates(path, broken), reply(suggestion(repaired, [commands[0] ?? '', own])));
    const { result, log } = await build(files, tools, commands);
    kintsugi.model.assertComplete();
    expect(result).toMatchObject({
      taskType: 'build_site',
      status: 'recovered',
      totalAttempts: 2,
      delivery: { status: 'published' },
      record: { retryCount: 1 },
      usage: { modelCalls: 2 },
    });
    const [attempt] = result.repairHistory;
    expect(attempt).toMatchObject({
      attemptNumber: 1,
      errorContext: {
        errorType,
        failedCommand: commands[0],
        recentFileChanges: [path],
        projectStructure: expect.stringContaining(path),
      },
      debuggerResponse: { rootCause: CAUSE, verificationCommands: [commands[0], own] },
      repairApplied: true,
      verificationResult: { command: commands[0], success: true },
      suggestedChecks: [
        { command: commands[0], success: true, output: expect.stringContaining('exit code 0') },
        { command: own, success: true, output: expect.stringContaining('exit code 0') },
      ],
    });
    const error = result.record.errorLogs[0];
    expect(error).toBe(`Attempt 1: ${errorType.replace('_error', '')}`);
    const summary = log.find((line) => line.includes('任务执行失败'))?.split('(尝试 #1): ')[1] ?? '';
    expect(summary).toMatch(says);
    expect(log).toEqual(
      seedsLog(result.taskId, errorType, summary, Object.keys(repaired), commands[0] ?? ''),
    );
    expect(ApiResponse.parse(apiResponse(result))).toMatchObject({
      success: true,
      message: '任务在 2 次尝试后成功完成（已自动修复）',
      selfRepairResult: { status: 'recovered', totalAttempts: 2 },
    });
  }

  return {
    get model() {
      return kintsugi.model;
    },
    build,
    recovers,
  };
}

/** The log of one repair, line for line as in the requirements. */
function seedsLog(
  id: string,
  errorType: string,
  summary: string,
  paths: string[],
  command: string,
): string[] {
  return [
    '[SelfRepairLoop] 启动自我修复循环 (最大 3 次尝试)',
    '[SelfRepairLoop] 尝试 #1/3',
    `[SelfRepairLoop] 任务执行失败 (尝试 #1): ${summary}`,
    '[SelfRepairLoop] 调用 Debugger 进行诊断...',
    `[SelfRepairLoop] Debugger 诊断: ${CAUSE}`,
    `[SelfRepairLoop] 应用 ${paths.length} 个文件修改...`,
    ...paths.map((path) => `[SelfRepairLoop] 已修改文件: ${path}`),
    `[SelfRepairLoop] 修复已应用，将在下次执行时验证: ${command}`,
    [
      '[SelfRepairLoop] 修复尝试 #1',
      `- 任务ID: ${id}`,
      '- 任务类型: build_site',
      `- 错误类型: ${errorType}`,
      `- 错误摘要: ${summary}`,
      '- Debugger 已调用: 是',
      '- 修复已应用: true',
      '- 验证结果: 成功',
    ].join('\n'),
    '[SelfRepairLoop] 尝试 #2/3',
    '[SelfRepairLoop] 最终状态: recovered\n- 任务在修复后成功完成\n- 总尝试次数: 2',
  ];
}
