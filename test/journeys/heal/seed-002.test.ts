import { ApiResponse, apiResponse } from '../../../src/domain/heal/api-response';
import { reply } from '../../support/scripted-model';
import { generates, suggestion, useSelfRepairLoop } from '../../support/self-repair-loop';
import { JAVASCRIPT, NODE_TEST, TOOL_ROWS } from '../../support/tool-rows';

/** The others are in the deep tests: each installs and runs a tool of its own. */
const ROWS = TOOL_ROWS.filter(({ tool }) => ['a bundler build', 'node --test'].includes(tool));

describe('the scenarios of the self-repair loop', () => {
  const loop = useSelfRepairLoop();

  describe('1: a failure that can be repaired', () => {
    it.each(ROWS)('of $tool is recovered', (row) => loop.recovers(row));
  });

  describe('2: a failure that cannot be repaired', () => {
    const fetching = "await fetch('http://127.0.0.1:9/');\n";
    it.each([
      ['network', { 'fetch.mjs': '' }, 'fetch.mjs', fetching, 'node fetch.mjs'],
      ['permission', { 'deploy.sh': '#!/bin/sh\n', 'src/a.js': '' }, 'src/a.js', '1;\n', './deploy.sh'],
    ])('of the %s fails at once', async (_, files, path, content, command) => {
      // The baseline of the second fails already; the request is carried out all the same, and then nothing is repaired.
      loop.model.script(generates(path, content));
      const { result, log } = await loop.build(files, [], [command]);
      loop.model.assertComplete();
      expect(result).toMatchObject({ status: 'failed', totalAttempts: 1, repairHistory: [] });
      expect(log.some((line) => line.startsWith('[SelfRepairLoop] 错误不可修复: '))).toBe(true);
      expect(log.some((line) => line.includes('调用 Debugger'))).toBe(false);
      const response = ApiResponse.parse(apiResponse(result));
      expect(response.success).toBe(false);
      expect(response.message).toBe(`任务处理失败: ${result.finalError ?? ''}`);
      expect(response.selfRepairResult).toEqual({
        status: 'failed',
        totalAttempts: 1,
        repairHistory: [],
        finalError: result.finalError,
      });
    });
  });

  it('3: gives up when the repairs are used up', async () => {
    const wrong = (text: string) =>
      suggestion({ 'src/page.js': `export const page = () => '${text}';\n` }, [], text);
    loop.model.script(
      generates('src/page.js', "export const page = () => 'zero';\n"),
      ...['one', 'two', 'three'].map((text) => reply(wrong(text))),
    );
    const { result, log } = await loop.build(JAVASCRIPT, [], [NODE_TEST]);
    loop.model.assertComplete();
    expect(result).toMatchObject({ status: 'failed_after_repair', totalAttempts: 3 });
    expect(result.repairHistory.map(({ attemptNumber }) => attemptNumber)).toEqual([1, 2, 3]);
    expect(log.filter((line) => line.startsWith('[SelfRepairLoop] 修复尝试 #'))).toHaveLength(3);
    expect(log.at(-1)).toBe(
      '[SelfRepairLoop] 最终状态: failed_after_repair\n- 任务在全部修复尝试后仍然失败\n- 总尝试次数: 3',
    );
    const response = ApiResponse.parse(apiResponse(result));
    expect(response).toMatchObject({
      success: false,
      selfRepairResult: { status: 'failed_after_repair', totalAttempts: 3, finalError: result.finalError },
    });
    expect(response.selfRepairResult.repairHistory).toHaveLength(3);
  });
});
