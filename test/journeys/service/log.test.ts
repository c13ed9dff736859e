import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redact } from '../../../src/domain/redact';
import { createLogger, temporalLogger } from '../../../src/service/log';

describe('the log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kintsugi-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is cleaned of secrets in messages, fields and errors, and stays JSON', () => {
    const file = join(folder, 'log');
    const logger = temporalLogger(createLogger('info', file, (line) => redact(line, ['hunter2-hunter2'])));
    logger.info('with hunter2-hunter2', { text: 'const apiKey = "abcd1234efgh";' });
    logger.error('failed', { error: new Error('key sk-0123456789abcdefghij is wrong') });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(/hunter2|abcd1234|sk-0123/);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; text?: string });
    expect(lines[0]).toMatchObject({ msg: 'with [REDACTED]', text: 'const apiKey = "[REDACTED]";' });
    expect(lines).toHaveLength(2);
  });

  it('is as it was written where nothing cleans it', () => {
    const file = join(folder, 'log');
    createLogger('info', file).info('with hunter2-hunter2');
    expect(readFileSync(file, 'utf8')).toContain('with hunter2-hunter2');
  });
});
