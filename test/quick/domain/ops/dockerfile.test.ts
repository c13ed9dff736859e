import { checkDockerfile, readDockerfile } from '../../../../src/domain/ops/ops-files';

const rules = (text: string, hasIgnoreFile = false) =>
  checkDockerfile('Dockerfile', text, hasIgnoreFile).map(({ rule, line }) => `${rule}:${line}`);

describe('a Dockerfile', () => {
  it('is read with continued lines, comments between them and here-documents', () => {
    const text = 'FROM a:1\n# no\nRUN x \\\n  # why\n  && y\nRUN <<EOF\nENV A=1\nEOF\nUSER app\n';
    expect(readDockerfile(text)).toEqual([
      { name: 'FROM', rest: 'a:1', line: 1 },
      { name: 'RUN', rest: 'x && y', line: 3 },
      { name: 'RUN', rest: '<<EOF', line: 6 },
      { name: 'USER', rest: 'app', line: 9 },
    ]);
  });

  it('is found wanting line by line', () => {
    const text = [
      'FROM node',
      'ARG NPM_TOKEN',
      'ENV DB_PASSWORD=hunter2 PORT=80',
      'RUN apt-get update && apt-get install -y curl',
      'COPY . .',
      '',
    ].join('\n');
    expect(rules(text)).toEqual([
      'unpinned-base:1',
      'secret-in-image:2',
      'secret-in-image:3',
      'apt-lists:4',
      'root-user:1',
      'no-dockerignore:5',
    ]);
  });

  it('is sound with fixed versions, stages of its own, a user and an ignore file', () => {
    const text = [
      'FROM localhost:5000/node:24.1 AS build',
      'COPY . .',
      'RUN apt-get install -y x && rm -rf /var/lib/apt/lists/*',
      'FROM build AS test',
      'FROM scratch',
      'ENV PASSWORD_FILE=/run/secrets/p TOKEN=$GIVEN',
      'USER 1000:1000',
    ].join('\n');
    expect(rules(text, true)).toEqual([]);
    expect(rules('FROM node:latest\nUSER root\n')).toEqual(['unpinned-base:1', 'root-user:2']);
  });
});
