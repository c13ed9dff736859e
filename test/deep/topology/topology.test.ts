import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../src/machine/paths';

const DEADLINE_MS = 40 * 60_000;

/** PostgreSQL of the version that the topology names; `apt-get install postgresql-15` brings it. */
const hasDatabase = existsSync('/usr/lib/postgresql/15/bin/postgres');

/** The first run builds Temporal's server with Go, in minutes. */
(hasDatabase ? test : test.skip)(
  'ten heals succeed on two workers, PostgreSQL and S3 while each of them is killed',
  () => {
    const run = path.join(PROJECT_ROOT, 'scripts', 'run.cjs');
    const { stdout, stderr } = spawnSync(process.execPath, [run, 'topology', '--test'], {
      encoding: 'utf8',
      timeout: DEADLINE_MS,
    });
    const last = stdout.trimEnd().split('\n').at(-1) ?? '';
    expect(`${last}\n${stderr}`).toContain('"topology":"ok"');
    expect(JSON.parse(last)).toMatchObject({ recovered: 10, lost: 0 });
  },
  DEADLINE_MS,
);
