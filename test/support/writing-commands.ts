import fc from './fast-check';

/** Files of the project that the commands write to. */
export const WRITTEN_TO = {
  'data.txt': 'one\ntwo\nthree\n',
  'src/config.json': '{ "port": 80 }\n',
  'lib/tool.py': 'print(1)\n',
  Makefile: 'all:\n\techo built > built.txt\n\ntouch:\n\ttouch src/config.json\n',
  'write.js': "require('fs').appendFileSync('data.txt', 'four\\n');\n",
};

const FILES = ['data.txt', 'src/config.json', 'lib/tool.py', 'src/sum.ts', 'new.txt', 'src/deep/new.txt'];
const OLD = FILES.slice(0, 4);

const file = fc.constantFrom(...FILES.slice(0, 5));
const old = fc.constantFrom(...OLD);
const word = fc.stringMatching(/^[a-z]{3,8}$/);

/** Commands by the way in which they write. */
const WAYS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  redirects: fc.oneof(
    fc.tuple(word, file).map(([text, path]) => `echo ${text} > ${path}`),
    fc.tuple(word, old).map(([text, path]) => `echo ${text} >> ${path}`),
    fc.tuple(word, file).map(([text, path]) => `printf '%s' ${text} | tee ${path} > /dev/null`),
    fc.tuple(word).map(([text]) => `mkdir -p src/deep && echo ${text} > src/deep/new.txt`),
    fc.tuple(word, file).map(([text, path]) => `exec 3> ${path} && echo ${text} >&3`),
  ),
  'in-place edits': fc.oneof(
    old.map((path) => `sed -i 's/[a-z]/X/' ${path}`),
    fc.tuple(word, old).map(([text, path]) => `sed -i '1i ${text}' ${path}`),
    old.map((path) => `perl -pi -e 's/[a-z]/Y/' ${path}`),
  ),
  files: fc.oneof(
    old.map((path) => `rm ${path}`),
    fc.tuple(old, word).map(([path, name]) => `mv ${path} ${name}.bak`),
    fc.tuple(old, word).map(([path, name]) => `cp ${path} ${name}.copy`),
    fc.tuple(old, word).map(([path, name]) => `ln -s ${path} ${name}.link`),
    old.map((path) => `chmod 755 ${path}`),
    old.map((path) => `truncate -s 1 ${path}`),
    old.map((path) => `dd if=/dev/zero of=${path} bs=1 count=3 conv=notrunc 2> /dev/null`),
    fc.constant('find src -name "*.ts" -delete'),
    fc.constant('rm -rf src'),
  ),
  interpreters: fc.oneof(
    fc.tuple(word, file).map(([text, path]) => `node -e "require('fs').writeFileSync('${path}', '${text}')"`),
    fc.tuple(word, file).map(([text, path]) => `python3 -c "open('${path}', 'w').write('${text}')"`),
    fc.tuple(word, file).map(([text, path]) => `perl -e 'open(F, ">", "${path}"); print F "${text}"'`),
    fc.constant('node write.js'),
    fc.tuple(word, old).map(([text, path]) => `sh -c "echo ${text} > ${path}"`),
  ),
  'build tools': fc.constantFrom('make', 'make touch', 'make -B all touch'),
  git: fc.oneof(
    fc.constant('git checkout -q -b other'),
    fc.constant('git rm -q -f data.txt'),
    word.map((name) => `git tag ${name}`),
    word.map((text) => `echo ${text} > data.txt && git commit -q -a -m ${text}`),
    fc.constant('git mv data.txt moved.txt'),
    word.map((name) => `git config user.name ${name}`),
  ),
};

/** So many commands that write, the ways of writing in turns. */
export function writingCommands(count: number): readonly { way: string; command: string }[] {
  const ways = Object.entries(WAYS);
  const each = Math.ceil(count / ways.length);
  const drawn = ways.map(([way, arbitrary]) =>
    fc.sample(arbitrary, each).map((command) => ({ way, command })),
  );
  return Array.from({ length: each }, (_, index) => drawn.flatMap((one) => one[index] ?? []))
    .flat()
    .slice(0, count);
}
