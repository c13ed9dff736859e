import { turn as modelTurn } from '../../support/agent-scripts';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { turnOf } from '../../support/session-turns';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

const USER = 'export class User {\n  constructor(readonly email: string) {}\n}\n';
const VALIDATED = USER.replace(
  ' {}\n}',
  ' {}\n\n  /** True if the address has a name and a host. */\n  validateEmail(): boolean {\n    return /^[^@\\s]{1,64}@[^@\\s]{1,255}$/.test(this.email);\n  }\n}',
);
const TEST = [
  "import { User } from '../src/user';",
  "it('takes an address', () => expect(new User('a@b.c').validateEmail()).toBe(true));",
  "it('refuses a word', () => expect(new User('ab').validateEmail()).toBe(false));",
  '',
].join('\n');

const PROJECT = {
  'package.json': '{ "name": "users", "private": true }\n',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es2022"], "types": [] } }\n',
  'src/user.ts': USER,
  'src/other.ts': 'export const other = 1;\n',
  'test/other.test.ts': "import { other } from '../src/other';\nit('is one', () => expect(other).toBe(1));\n",
};

describe('the second scenario of seed 003', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject(PROJECT));
  afterEach(() => kintsugi.model.forget());

  it.each([
    ['en', 'find the User class', 'add validateEmail to the User class'],
    ['ko', 'User 클래스 찾아줘', 'User 클래스에 validateEmail 메서드 추가해줘'],
  ] as const)('navigates, proposes, asks, applies and tests (%s)', async (language, find, add) => {
    const session = await kintsugi.client.session({ directory: project.path, language, autoTest: true });
    kintsugi.model.script(
      reply(JSON.stringify({ answer: 'src/user.ts:1', trigger: 'target_found', reason: 'found' })),
    );
    const found = await turnOf(session, await session.submit({ text: find }));
    expect(found.transitions.at(-1)).toMatchObject({ trigger: 'target_found', to: 'implementation' });
    expect((await session.ask('context')).context.currentFiles).toContain('src/user.ts');

    kintsugi.model.script(
      modelTurn(['read', { path: 'src/user.ts' }]),
      modelTurn(
        ['edit', { path: 'src/user.ts', content: VALIDATED }],
        ['edit', { path: 'test/user.test.ts', content: TEST }],
      ),
      modelTurn(['run_tests', {}]),
      modelTurn(['finish', { summary: 'Adds validateEmail, with a test.' }]),
    );
    const asked = await session.submit({ text: add, auto: 1 });
    expect(await session.turn(asked.number)).toEqual({ asked: true });
    const { pending } = await session.status();
    expect(pending?.diffExcerpt).toContain('validateEmail');
    expect(await project.read('src/user.ts')).toBe(USER);
    await session.answer({ hash: pending?.hash ?? '', decision: 'approve', scope: 'once' });
    const done = await turnOf(session, asked);
    expect(done).toMatchObject({ status: 'done', modes: ['implementation', 'test'] });
    expect([...done.published].sort()).toEqual(['src/user.ts', 'test/user.test.ts']);
    expect(done.transitions.map(({ trigger }) => trigger)).toEqual(['code_complete', 'tests_passed']);
    expect(await project.read('src/user.ts')).toBe(VALIDATED);
    const { context, flags } = await session.ask('context');
    expect(context.lastTestResults).toMatchObject({ failed: 0, allPassed: true });
    expect(flags).toMatchObject({ has_pending_changes: true, test_passed: true, has_errors: false });
    await session.close();
    expect(await session.result()).toMatchObject({ status: 'closed', mode: 'qa', turnCount: 2 });
  });
});
