import type { Language } from '../../../src/domain/run/input';
import { SessionBench } from '../../support/session-bench';

const bench = new SessionBench();
afterAll(() => bench.close());

const BLOCK = Array.from(
  { length: 8 },
  (_, index) => `  const part${index} = transform(input.slice(${index}, ${index} + width));`,
).join('\n');
const FILES = {
  'package.json': '{ "name": "shop", "dependencies": { "moment": "^2.0.0" } }\n',
  'src/user.ts':
    '/** A user. */\nexport class User {\n  rename(name: string) {\n    return name;\n  }\n}\nexport const guest = new User();\n',
  'src/login.ts': "import { User } from './user';\nexport const login = (user: User) => user;\n",
  'src/dates.ts': "import moment from 'moment';\nexport const today = () => moment();\n",
  'src/user.test.ts': "import { User } from './user';\ntest('it is a user', () => void new User());\n",
  'src/left.ts': `export function left(input: string, width: number) {\n${BLOCK}\n}\n`,
  'src/right.ts': `export function right(input: string, width: number) {\n${BLOCK}\n}\n`,
  'src/long.ts': `export function endless() {\n${'  step();\n'.repeat(60)}}\n`,
};

describe('a change that no model can make', () => {
  it.each<[Language, string, string]>([
    ['en', 'add validateEmail to the User class', 'Changing them needs a model'],
    ['ko', 'User 클래스에 validateEmail 메서드 추가해줘', '모델이 필요합니다'],
    ['zh', '给 User 类加一个 validateEmail 方法', '需要模型'],
  ])('is prepared by the places it concerns and their tests (%s)', async (language, text, lacking) => {
    const result = await bench.handle('implementation', FILES, { text, language });
    expect(result.status).toBe('lacking');
    expect(result.answer).toContain('- src/user.ts:2 User');
    expect(result.answer).toContain('- src/user.test.ts');
    expect(result.answer).toContain(lacking);
    expect(result.files).toContain('src/user.ts');
  });

  it('of many files is prepared by every use of the names, as whole words', async () => {
    const result = await bench.handle('multi_file_editing', FILES, {
      text: 'rename `User` to `Member` everywhere',
    });
    expect(result.answer).toContain('User: 6 places in 3 files');
    expect(result.answer).toContain('- src/login.ts:1');
  });

  it('to another package is prepared by every use of the present one, the manifest included', async () => {
    const result = await bench.handle('migration', FILES, { text: 'migrate from moment to dayjs' });
    expect(result.answer).toContain('moment: 3 places in 2 files');
    expect(result.answer).toContain('- package.json:1');
  });

  it('of the documentation is prepared by what has none', async () => {
    const result = await bench.handle('documentation', FILES, { text: 'document src/user.ts' });
    expect(result.whole).toMatchObject({
      undocumented: expect.arrayContaining([
        { path: 'src/user.ts', name: 'User.rename', line: 3 },
        { path: 'src/user.ts', name: 'guest', line: 7 },
      ]) as unknown,
    });
    expect(result.answer).not.toContain('src/user.ts:2 User\n- src/user.ts:2');
  });

  it('of the structure is prepared by long functions and repeated lines', async () => {
    const result = await bench.handle('refactor', FILES, {
      text: 'clean up src/left.ts, src/right.ts and src/long.ts',
    });
    expect(result.answer).toContain('- src/long.ts:1 endless (62)');
    expect(result.whole).toMatchObject({
      repeats: [
        {
          lines: 8,
          places: [
            { path: 'src/left.ts', line: 2 },
            { path: 'src/right.ts', line: 2 },
          ],
        },
      ],
    });
  });
});
