import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time';
import { searchAttributes } from '../../../src/messages';
import { kintsugiCli, type CliResult } from '../../support/cli';
import { startKintsugi } from '../../support/kintsugi';
import { describeS3, startS3Server } from '../../support/s3-server';
import { tempFolder } from '../../support/temp-folder';
import { testServer } from '../../support/temporal';

let home: string;

beforeEach(() => {
  home = tempFolder('setup');
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function setup(more: Record<string, string>): Promise<CliResult> {
  const { address } = await testServer();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    KINTSUGI_HOME: join(home, 'data'),
    NO_COLOR: '1',
  };
  return kintsugiCli({ ...env, TEMPORAL_ADDRESS: address, ...more }, ['setup']);
}

describe('kintsugi setup', () => {
  it('makes a namespace with search attributes, and changes nothing when it is run again', async () => {
    const namespace = `setup-${randomUUID()}`;
    const first = await setup({ TEMPORAL_NAMESPACE: namespace, KINTSUGI_RETENTION_DAYS: '45' });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`Namespace ${namespace}: made, keeps ended runs for at least 45 days.`);
    expect(first.stdout).toContain('Search attributes: made KintsugiKind');
    const second = await setup({ TEMPORAL_NAMESPACE: namespace, KINTSUGI_RETENTION_DAYS: '7' });
    expect(second.stdout).toBe(
      `Namespace ${namespace}: there, keeps ended runs for at least 7 days.\nSearch attributes: all there.\n`,
    );
    const connection = await Connection.connect({ address: (await testServer()).address });
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    await connection.close();
    // Nothing is kept for a shorter time than before.
    expect(optionalTsToMs(config?.workflowExecutionRetentionTtl)).toBe(45 * 86_400_000);
    for (const { name } of Object.values(searchAttributes)) expect(customAttributes).toHaveProperty(name);
  });

  it('may be run by several machines at once', async () => {
    const namespace = `setup-${randomUUID()}`;
    const runs = await Promise.all([1, 2, 3].map(() => setup({ TEMPORAL_NAMESPACE: namespace })));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  });

  it('says that the embedded server needs none', async () => {
    const result = await setup({ TEMPORAL_ADDRESS: '' });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain('set TEMPORAL_ADDRESS');
  });
});

describeS3('kintsugi setup with a bucket', () => {
  it('makes the bucket once', async () => {
    const s3 = await startS3Server();
    try {
      const { createNamespace } = await testServer();
      const env = {
        ...s3.env('setup'),
        KINTSUGI_S3_BUCKET: 'another',
        TEMPORAL_NAMESPACE: await createNamespace(),
      };
      expect((await setup(env)).stdout).toContain('The S3 bucket "another" at');
      expect((await setup(env)).stdout).toMatch(/"another" at \S+: there\.\n$/);
      const refused = await setup({ ...env, KINTSUGI_S3_SECRET_ACCESS_KEY: 'wrong' });
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain("refuses this machine's keys");
    } finally {
      await s3.close();
    }
  });
});

describe('kintsugi ready', () => {
  it('tells a worker that serves its directories from one that is gone', async () => {
    const worker = await startKintsugi({ why: 'it is asked if it is ready' });
    try {
      const ready = await kintsugiCli(worker.env, ['ready']);
      expect(ready).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Process \d+ serves work of kintsugi-host-/),
      });
      await worker.kill();
      const gone = await kintsugiCli(worker.env, ['ready']);
      expect(gone).toMatchObject({
        code: 3,
        stdout: expect.stringContaining('No worker serves this data folder'),
      });
    } finally {
      await worker.close();
    }
  });
});

describe('kintsugi doctor', () => {
  it('says that bubblewrap is there but forbidden, as in many containers', async () => {
    const bin = join(home, 'bin');
    await mkdir(bin);
    await writeFile(
      join(bin, 'bwrap'),
      '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n',
    );
    await chmod(join(bin, 'bwrap'), 0o755);
    const env = {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      HOME: home,
      KINTSUGI_HOME: join(home, 'data'),
    };
    const { stdout } = await kintsugiCli(env, ['doctor', '--json']);
    const findings = JSON.parse(stdout) as { name: string; level: string; text: string }[];
    const finding = findings.find(({ name }) => name === 'bubblewrap');
    expect(finding?.level).toBe('warning');
    expect(finding?.text).toContain('does not work here (bwrap: No permissions to create a new namespace)');
  });
});
