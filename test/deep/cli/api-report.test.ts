import { ApiResponse } from '../../../src/domain/heal/api-response';
import { kintsugiCli } from '../../support/cli';
import { BROKEN_SUM, makeProject, startKintsugi, type TestKintsugi } from '../../support/kintsugi';
import { useProject } from '../../support/use-kintsugi';

describe('kintsugi report --api', () => {
  let kintsugi: TestKintsugi;
  beforeAll(async () => {
    kintsugi = await startKintsugi({
      why: 'it speaks Chinese, and is killed',
      settings: { KINTSUGI_LANG: 'zh' },
    });
  });
  afterAll(() => kintsugi.close());
  const project = useProject();
  const cli = (...args: string[]) => kintsugiCli(kintsugi.env, args);

  it('prints the response of the requirements and nothing else, also with no worker', async () => {
    const healed = await cli('heal', project.path, '--approval', 'low', '--json');
    const { taskId } = JSON.parse(healed.stdout) as { taskId: string };
    await kintsugi.kill();
    try {
      const { code, stdout, stderr } = await cli('report', taskId, '--api');
      expect(stderr).toBe('');
      expect(code).toBe(0);
      const response = ApiResponse.parse(JSON.parse(stdout));
      expect(Object.keys(response)).toEqual(['success', 'taskId', 'message', 'selfRepairResult']);
      expect(response).toMatchObject({
        success: true,
        taskId,
        message: '任务在 2 次尝试后成功完成（已自动修复）',
        selfRepairResult: { status: 'recovered', totalAttempts: 2 },
      });
      expect(response.selfRepairResult.repairHistory).toMatchObject([
        {
          attemptNumber: 1,
          errorContext: {
            errorType: 'logic_error',
            failedCommand: 'npx jest test/sum.test.ts',
            projectStructure: 'package.json\nsrc/sum.ts\ntest/sum.test.ts',
          },
          debuggerResponse: { fileModifications: [{ path: 'src/sum.ts', action: 'modify' }] },
          repairApplied: true,
          verificationResult: { command: 'npx jest test/sum.test.ts', success: true },
        },
      ]);
    } finally {
      await kintsugi.start();
    }
  });

  it('tells of a failure what failed, and exits with 1', async () => {
    const broken = await makeProject({
      'load.js': "exports.load = () => { throw new Error('connect ECONNREFUSED 127.0.0.1:5432'); };\n",
      'load.test.js': "const { load } = require('./load');\ntest('loads', () => expect(load()).toBe(1));\n",
    });
    const { stdout } = await cli('heal', broken.path, '--json');
    const { taskId } = JSON.parse(stdout) as { taskId: string };
    const report = await cli('report', taskId, '--api');
    expect(report.code).toBe(1);
    expect(ApiResponse.parse(JSON.parse(report.stdout))).toEqual({
      success: false,
      taskId,
      message: '任务处理失败: connect ECONNREFUSED 127.0.0.1:5432',
      selfRepairResult: {
        status: 'failed',
        totalAttempts: 1,
        repairHistory: [],
        finalError: 'connect ECONNREFUSED 127.0.0.1:5432',
      },
    });
    await broken.remove();
  });

  it('tells the times beside their targets', async () => {
    const healed = await cli('heal', project.path, '--approval', 'low');
    expect(healed.stdout).not.toContain('目标');
    const { stdout } = await cli('report', 'last');
    expect(stdout).toMatch(
      /用时与目标: 一次检查 \d+\.\d s \(目标 3 s\).*, 一次修复 \d+\.\d s \(目标 15 s\).*, 整个运行 \d+\.\d s \(目标 60 s\)/,
    );
  });

  it.each([
    ['an unknown run', ['report', 'heal-nothing', '--api'], 'There is no run heal-nothing'],
    ['an unknown flag', ['heal', '.', '--json', '--fast'], "unknown option '--fast'"],
    ['an unknown value', ['heal', '.', '--json', '--mode', 'fast'], 'speed, precision'],
    ['an unknown directory', ['heal', '/no/such/folder', '--json'], 'There is no directory /no/such/folder'],
    ['a missing argument', ['diff', '--json'], "missing required argument 'id'"],
  ])('answers %s with an object on stdout', async (_, args, sentence) => {
    const { code, stdout } = await cli(...args);
    expect(JSON.parse(stdout)).toEqual({
      error: { message: expect.stringContaining(sentence), exitCode: 2 },
    });
    expect(code).toBe(2);
  });

  it('names the command as it was called', async () => {
    const env = { ...kintsugi.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: 'kintsugi' };
    const { stdout } = await kintsugiCli(env, ['heal', project.path]);
    expect(stdout).toMatch(/批准: {2}npx kintsugi approve heal-/);
    expect((await kintsugiCli(env, ['status', 'nothing'])).stderr).toContain('请用 npx kintsugi list 查看');
  });

  it('watches a run that was ended while it asked, and does not wait for an answer', async () => {
    const { taskId } = JSON.parse((await cli('heal', project.path, '--json')).stdout) as { taskId: string };
    await kintsugi.client.temporal.workflow.getHandle(taskId).terminate('by the operator');
    const { code, stderr, stdout } = await cli('watch', taskId);
    expect(stderr).toContain(`运行 ${taskId} 未能执行: by the operator`);
    expect(stdout).toBe('');
    expect(code).toBe(3);
    expect((await cli('status', taskId)).stdout).not.toContain('waiting for');
  });

  it('watches a run that asks nobody to its end, off a terminal', async () => {
    const slow = await makeProject({
      ...BROKEN_SUM,
      'test/slow.test.ts':
        "it('takes its time', () => new Promise((resolve) => setTimeout(resolve, 1500)));\n",
    });
    const { taskId } = JSON.parse(
      (await cli('heal', slow.path, '--approval', 'low', '--detach', '--json')).stdout,
    ) as { taskId: string };
    const { code, stdout } = await cli('watch', taskId);
    expect(stdout).toContain('已修复');
    expect(code).toBe(0);
    await slow.remove();
  });
});
