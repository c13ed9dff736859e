import { asBlob, asTree } from '../../../support/hashes';
import { SessionCommandBench } from '../../../support/session-command-bench';

const bench = new SessionCommandBench();
afterAll(() => bench.close());

describe('checks of operations', () => {
  it('finds defects of compose files and workflows at their lines', async () => {
    const handled = await bench.handle('ops_infra', {
      text: 'check the deployment',
      files: {
        'compose.yaml': [
          'services:',
          '  db:',
          '    image: postgres',
          '    environment:',
          '      POSTGRES_PASSWORD: postgres',
          '    ports:',
          '      - 5432:5432',
          '      - "127.0.0.1:80:80"',
          '',
        ].join('\n'),
        '.github/workflows/ci.yml': [
          'on: [push, pull_request_target]',
          'jobs:',
          '  build:',
          '    steps:',
          '      - uses: actions/checkout@v4',
          '      - uses: someone/action@main',
          '      - run: |',
          '          make',
          '          echo ${{ secrets.TOKEN }}',
          '',
        ].join('\n'),
        'docker-compose.old.yml': 'a: [b\n',
      },
    });
    const { findings } = (await bench.detail(handled)) as {
      findings: { rule: string; file: string; line: number }[];
    };
    expect(findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`)).toEqual([
      '.github/workflows/ci.yml:1 pull-request-target',
      '.github/workflows/ci.yml:6 unpinned-action',
      '.github/workflows/ci.yml:9 secret-echoed',
      'compose.yaml:3 unpinned-image',
      'compose.yaml:5 default-password',
      'docker-compose.old.yml:1 unreadable',
      'compose.yaml:7 open-port',
      '.github/workflows/ci.yml:5 unpinned-action',
      'compose.yaml:2 no-health-check',
    ]);
    expect(handled.trigger).toBeUndefined();
  });

  it('is ready without errors, and not where the image has another version than the project asks for', async () => {
    const files = { Dockerfile: 'FROM node:20.1\nUSER node\n', '.nvmrc': '20\n' };
    expect((await bench.handle('ops_infra', { text: 'check', files })).trigger).toBe('ops_ready');
    const other = await bench.handle('ops_infra', {
      text: '점검',
      language: 'ko',
      files: { ...files, '.nvmrc': '22\n' },
    });
    expect(other).toMatchObject({ trigger: 'environment_mismatch', files: ['Dockerfile'] });
    expect((await bench.handle('ops_infra', { text: 'check', files: { 'a.txt': '' } })).status).toBe(
      'lacking',
    );
  });
});

describe('the reproduction of an environment', () => {
  const major = process.versions.node.split('.')[0] ?? '';

  it('proposes a lock of what is here, and holds to it afterwards', async () => {
    const files = { '.nvmrc': `${major}\n` };
    const first = await bench.handle('environment_reproduction', {
      text: 'reproduce the environment',
      files,
    });
    expect(first).toMatchObject({
      trigger: 'environment_ready',
      change: { files: [{ path: 'kintsugi.env.json' }] },
    });
    const lock = await bench.store.trees.find(asTree(first.change?.tree ?? asBlob('')), 'kintsugi.env.json');
    const text = String(await bench.store.blobs.load(lock?.hash ?? asBlob('')));
    expect(JSON.parse(text)).toMatchObject({ tools: [{ tool: 'node', version: process.versions.node }] });
    const locked = { ...files, 'kintsugi.env.json': text };
    const again = await bench.handle('environment_reproduction', {
      text: 'check the environment',
      files: locked,
    });
    expect(again.change).toBeUndefined();
    expect(again.trigger).toBe('environment_ready');
    const moved = { ...locked, 'kintsugi.env.json': text.replace(process.versions.node, '1.0.0') };
    const differs = await bench.handle('environment_reproduction', {
      text: 'check the environment',
      files: moved,
    });
    expect(differs.trigger).toBe('version_conflict');
    expect(differs.change).toBeUndefined();
    const updated = await bench.handle('environment_reproduction', { text: 'update the lock', files: moved });
    expect(updated.change?.files).toHaveLength(1);
  });

  it('says what is missing and what does not fit', async () => {
    const handled = await bench.handle('environment_reproduction', {
      text: '环境',
      language: 'zh',
      files: { '.nvmrc': '1\n' },
    });
    expect(handled).toMatchObject({ trigger: 'version_conflict', files: ['.nvmrc'] });
    expect(handled.answer).toContain(`node 是 ${process.versions.node}，但 .nvmrc 要求 1。`);
  });
});
