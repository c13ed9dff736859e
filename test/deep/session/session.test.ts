import { randomUUID } from 'node:crypto';
import { BROKEN_SUM, makeProject } from '../../support/kintsugi';
import { turnOf } from '../../support/session-turns';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

const LOGIN = {
  ...BROKEN_SUM,
  'src/auth/login.ts': [
    '/** Signs a user in with name and password. */',
    'export function login(name: string, password: string): boolean {',
    "  return name !== '' && password.length > 8;",
    '}',
    '',
  ].join('\n'),
  'src/user.ts': 'export class User {\n  constructor(readonly email: string) {}\n}\n',
};

describe('a session without a model', () => {
  const kintsugi = useKintsugi();
  const project = useProject(() => makeProject(LOGIN));

  it('has a task once that is given twice by the same id, also in a later execution', async () => {
    const session = await kintsugi.client.session({ directory: project.path, continueAfterEvents: 20 });
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const given = [];
    for (const id of ids) {
      given.push(await session.submit({ text: 'where is the login?' }, id));
      await turnOf(session, given.at(-1) ?? { number: 0 });
    }
    expect(await session.submit({ text: 'where is the login?' }, ids[0])).toMatchObject({ number: 1 });
    expect(await session.submit({ text: 'where is the login?' }, ids[2])).toMatchObject({ number: 3 });
    await session.close();
    expect(await session.result()).toMatchObject({ turnCount: 3 });
  });

  it('refuses a trigger that does not fit, with those that do, and queues what comes at once', async () => {
    const session = await kintsugi.client.session({ directory: project.path });
    const first = await session.trigger('code_complete');
    const second = await session.submit({ text: 'where is the class User?' });
    expect(await turnOf(session, first)).toMatchObject({
      status: 'refused',
      answer: expect.stringContaining("No valid transition from idle with trigger 'code_complete'") as string,
    });
    expect((await turnOf(session, second)).answer).toContain('src/user.ts');
    await session.close();
  });
});
