import {
  askedKind,
  asks,
  questionKind,
  type QuestionKind,
} from '../../../../src/domain/session/question-kinds';

/** Questions of each kind as people type them. */
const ASKED: readonly (readonly [kind: QuestionKind, ...texts: string[]])[] = [
  [
    'where',
    'where is the login?',
    'how are retries handled',
    '로그인 처리는 어디 있어?',
    '重试逻辑在哪里？',
    'how does that function work?',
  ],
  [
    'callers',
    'who calls send?',
    '哪些测试调用了 send？',
    'where is res.redirect used?',
    'call sites of `parse`',
    'send를 호출하는 곳은?',
    '이 함수 누가 써?',
    '谁调用了 send？',
    '`parse` 在哪里被使用？',
  ],
  [
    'coverage',
    'what is not covered?',
    'which lines are not covered?',
    'what is the test coverage?',
    '커버되지 않은 줄은?',
    '커버리지가 얼마야?',
    '哪些代码没有被覆盖？',
  ],
  [
    'alternatives',
    'which HTTP clients do we use?',
    'what test runner does this project use?',
    'which date libraries are in use?',
    '어떤 HTTP 클라이언트를 쓰고 있어?',
    'HTTP 클라이언트는 뭘 써?',
    '我们用哪些 HTTP 客户端？',
  ],
  ['callers', 'which function do we use to parse YAML?'],
  ['tests', '어떤 테스트가 parse를 써?'],
  ['where', 'where is coverage computed?', 'who reads the coverage file and where'],
  ['callees', 'what does send call?', 'send가 무엇을 호출해?', 'send 调用了什么？'],
  ['dependents', 'which files import lib/utils.js?', 'what depends on utils?', '哪些文件导入了 utils？'],
  ['dependencies', 'what does lib/app.js import?', 'app 依赖了哪些模块？'],
  [
    'impact',
    'what breaks if I change res.send?',
    'renaming a flag: what else has to change?',
    'is it safe to remove parseUrl?',
    'send를 바꾸면 뭐가 깨져?',
    '修改 send 会影响哪些文件？',
  ],
  ['tests', 'which tests cover send?', 'and its tests?', 'send 테스트는 어디 있어?', '它的测试呢？'],
  [
    'changes',
    'what changed last week?',
    'the latest fix in lib',
    'what was the last change to lib/a.js?',
    'last 5 commits in lib',
    '최근 변경 내역 보여줘',
    '最近的提交',
  ],
  ['author', 'who wrote the parser?', 'who last touched send?', '이거 누가 수정했어?', '谁改了 router？'],
  [
    'trace',
    'TypeError: x\n    at send (src/send.js:2:3)',
    'Traceback (most recent call last):\n  File "a.py", line 3, in f',
    'panic\nmain.go:12 +0x1d',
  ],
  ['unused', 'which exports are unused?', '안 쓰는 함수 있어?', '有没有没用到的导出？'],
];

describe('the kind of a question', () => {
  it.each(ASKED.flatMap(([kind, ...texts]) => texts.map((text) => [text, kind] as const)))(
    '%s: %s',
    (text, kind) => {
      expect(questionKind(text)).toBe(kind);
    },
  );
});

describe('a question in a mode', () => {
  const asked = { text: 'who calls send?', isChained: false, isQuestion: true };

  it('is answered by the tools of the project in every mode', () => {
    expect(askedKind('implementation', asked)).toBe('callers');
    expect(askedKind('migration', { ...asked, text: 'what changed last week?' })).toBe('changes');
  });

  it('is not one that a mode began by itself', () => {
    expect(askedKind('context_navigation', { ...asked, isChained: true })).toBeUndefined();
  });

  it('leaves orders, and the own work of a mode, to the mode', () => {
    expect(
      askedKind('implementation', { ...asked, text: 'rename send and all its callers', isQuestion: false }),
    ).toBeUndefined();
    expect(
      askedKind('dependency_intelligence', { ...asked, text: 'which packages are unused?' }),
    ).toBeUndefined();
    expect(askedKind('qa', { ...asked, text: 'is this code good?' })).toBeUndefined();
  });

  it('starts no change: a question about the code is one in a mode that edits, too', () => {
    expect(askedKind('migration', { ...asked, text: 'how are migrations run?' })).toBe('where');
    expect(askedKind('debug', { ...asked, text: 'where do we handle a broken pipe?' })).toBe('where');
    expect(askedKind('debug', { ...asked, text: 'why does the test of sum fail?' })).toBeUndefined();
    expect(
      askedKind('implementation', { ...asked, text: 'could you add a login?', isQuestion: false }),
    ).toBeUndefined();
  });
});

describe('a text that asks by its form', () => {
  it.each([
    'wheres the parser',
    'which commit touched send last',
    '마지막으로 고친 커밋이 뭐야',
    '改了哪些文件',
  ])('%s', (text) => expect(asks(text)).toBe(true));

  it.each(['run the tests', 'could you add a login?', '로그인 추가해줘', '请添加日志'])('is not %s', (text) =>
    expect(asks(text)).toBe(false),
  );
});
