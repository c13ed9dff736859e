import { healingLog, seedLine } from '../../../../src/domain/heal/words/log';
import type { Language } from '../../../../src/domain/run/input';

describe('the healing log', () => {
  const lines = (language: Language) => {
    const log = healingLog(language, 'xxx', 'build_site');
    const error = "TypeError: Cannot read property 'x' of undefined";
    return [
      log.started(3),
      log.attempt(1, 3),
      log.failed({
        attempt: 1,
        isLast: false,
        errorType: 'type_error',
        errorSummary: error,
        errorLocation: 'unknown',
        suggestedFix: 'make the types agree',
      }),
      log.debuggerCalled(1),
      log.diagnosis(1, '变量未初始化导致的类型错误'),
      log.applying(1, 1),
      log.modified(1, 'src/components/App.tsx'),
      log.applied(1, 'npm run typecheck', 'a'.repeat(64)),
      log.block({
        attempt: 1,
        errorType: 'type_error',
        errorSummary: error,
        debuggerInvoked: true,
        repairApplied: true,
        verification: true,
      }),
      log.attempt(2, 3),
      log.final({ status: 'recovered', delivery: { status: 'published' } }, 2),
    ];
  };

  it.each(['en', 'ko', 'zh'] as const)(
    'is in %s, for the worker, the example of the requirements',
    (language) => {
      expect(lines(language).map(seedLine).join('\n')).toBe(`[SelfRepairLoop] 启动自我修复循环 (最大 3 次尝试)
[SelfRepairLoop] 尝试 #1/3
[SelfRepairLoop] 任务执行失败 (尝试 #1): TypeError: Cannot read property 'x' of undefined
[SelfRepairLoop] 调用 Debugger 进行诊断...
[SelfRepairLoop] Debugger 诊断: 变量未初始化导致的类型错误
[SelfRepairLoop] 应用 1 个文件修改...
[SelfRepairLoop] 已修改文件: src/components/App.tsx
[SelfRepairLoop] 修复已应用，将在下次执行时验证: npm run typecheck
[SelfRepairLoop] 修复尝试 #1
- 任务ID: xxx
- 任务类型: build_site
- 错误类型: type_error
- 错误摘要: TypeError: Cannot read property 'x' of undefined
- Debugger 已调用: 是
- 修复已应用: true
- 验证结果: 成功
[SelfRepairLoop] 尝试 #2/3
[SelfRepairLoop] 最终状态: recovered
- 任务在修复后成功完成
- 总尝试次数: 2`);
    },
  );

  it('is Korean, line for line', () => {
    const korean = lines('ko').map((entry) => entry.text);
    expect(korean).toHaveLength(lines('zh').length);
    expect(korean.filter((text) => !/[가-힣]/.test(text))).toEqual([]);
    expect(korean[0]).toBe('자가 복구 루프를 시작합니다 (최대 3회 시도)');
    expect(korean.at(-1)).toBe(
      '최종 상태: 복구됨\n- 복구 후 작업에 성공했습니다\n- 처음 검사를 포함한 총 시도 횟수: 2',
    );
  });

  it('says nothing of a change before it is published, but of a copy', () => {
    const chinese = lines('zh').map((entry) => entry.text);
    expect(chinese.filter((text) => /SelfRepairLoop|已修改|已应用|应用/.test(text))).toEqual([]);
    expect(chinese[6]).toBe('已在副本中修改: src/components/App.tsx');
  });

  it('is English by default, line for line', () => {
    const english = lines('en').map((entry) => entry.text);
    expect(english).toHaveLength(lines('zh').length);
    expect(english.join('\n')).not.toContain('SelfRepairLoop');
    expect(english.slice(5, 8)).toEqual([
      'Changing 1 file in the copy…',
      'Changed in the copy: src/components/App.tsx',
      'Repair made in the copy, for the checks to judge: npm run typecheck',
    ]);
    expect(english.at(-1)).toBe(
      'Final status: healed\n- The task succeeded after a repair\n- Attempts in total, with the first checks: 2',
    );
  });

  it('carries the facts of the block as fields', () => {
    expect(lines('en')[8]?.fields).toMatchObject({
      taskId: 'xxx',
      taskType: 'build_site',
      errorType: 'type_error',
      debuggerInvoked: true,
      repairApplied: true,
      verification: true,
    });
  });
});
