import { ApiResponse, apiResponse } from '../../../../src/domain/heal/api-response';
import type { HealResult } from '../../../../src/domain/heal/result';
import type { RepairAttempt } from '../../../../src/domain/heal/proposal';
import { asBlob } from '../../../support/hashes';

const attempt: RepairAttempt = {
  attemptNumber: 1,
  errorContext: {
    errorType: 'type_error',
    errorMessage: "TypeError: Cannot read property 'x' of undefined",
    errorStack: 'at App (src/components/App.tsx:3:1)',
    failedCommand: 'npm run typecheck',
    failedOutput: 'src/components/App.tsx(3,1): error TS2532',
    recentFileChanges: ['src/components/App.tsx'],
    projectStructure: 'src/ (3 files)',
  },
  debuggerResponse: {
    rootCause: '变量未初始化导致的类型错误',
    errorCategory: 'type',
    fileModifications: [
      { path: 'src/components/App.tsx', action: 'modify', content: 'x', contentRef: asBlob('a'.repeat(64)) },
      { path: 'src/old.ts', action: 'delete' },
    ],
    verificationCommands: ['npm run typecheck', 'npm run e2e'],
  },
  repairApplied: true,
  verificationResult: { command: 'npm run typecheck', success: true, output: '1 test passed, 0 failed' },
  suggestedChecks: [
    { command: 'npm run typecheck', success: true, output: 'exit code 0' },
    { command: 'npm run e2e', success: false, output: '', notRun: 'Commands need bubblewrap.' },
  ],
  timestamp: '2026-01-01T00:00:00.000Z',
};
const nothingFound: RepairAttempt = {
  attemptNumber: 2,
  errorContext: { errorType: 'build_error', errorMessage: 'Build failed', recentFileChanges: [] },
  repairApplied: false,
  timestamp: '2026-01-01T00:00:01.000Z',
};

/** Parts of a result that the response is made of; all else does not show in it. */
const result = (given: Partial<HealResult>): HealResult =>
  ({ version: 1, taskId: 'task-uuid', message: 'in English', repairHistory: [], ...given }) as HealResult;

test('a task that never failed', () => {
  expect(JSON.stringify(apiResponse(result({ status: 'completed', totalAttempts: 1 })))).toBe(
    '{"success":true,"taskId":"task-uuid","message":"任务处理完成","selfRepairResult":{"status":"completed","totalAttempts":1,"repairHistory":[]}}',
  );
});

test('a task that was repaired, with every key of an attempt and none besides', () => {
  const response = apiResponse(result({ status: 'recovered', totalAttempts: 2, repairHistory: [attempt] }));
  expect(ApiResponse.parse(response)).toEqual(response);
  const { contentRef, ...modification } = attempt.debuggerResponse?.fileModifications[0] ?? {};
  expect(contentRef).toBeDefined();
  expect(response).toStrictEqual({
    success: true,
    taskId: 'task-uuid',
    message: '任务在 2 次尝试后成功完成（已自动修复）',
    selfRepairResult: {
      status: 'recovered',
      totalAttempts: 2,
      repairHistory: [
        {
          attemptNumber: 1,
          errorContext: attempt.errorContext,
          debuggerResponse: {
            ...attempt.debuggerResponse,
            fileModifications: [modification, { path: 'src/old.ts', action: 'delete' }],
          },
          repairApplied: true,
          verificationResult: {
            command: 'npm run typecheck',
            success: true,
            output:
              '1 test passed, 0 failed\n$ npm run typecheck\nexit code 0\n$ npm run e2e\nCommands need bubblewrap.',
          },
          timestamp: '2026-01-01T00:00:00.000Z',
        },
      ],
    },
  });
});

test.each(['failed', 'failed_after_repair'] as const)('a task that is %s', (status) => {
  const failed = result({
    status,
    totalAttempts: 3,
    repairHistory: [nothingFound],
    finalError: '错误信息',
  });
  // Keys without a value are not there, also before JSON drops them.
  expect(apiResponse(failed)).toStrictEqual({
    success: false,
    taskId: 'task-uuid',
    message: '任务处理失败: 错误信息',
    selfRepairResult: { status, totalAttempts: 3, repairHistory: [nothingFound], finalError: '错误信息' },
  });
});
