import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProject } from '../../support/kintsugi';
import { reply } from '../../support/scripted-model';
import { useScriptedKintsugi } from '../../support/use-kintsugi';

const LOW = { level: 'LOW' } as const;

const ADD =
  '/** Adds two numbers. */\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n';
const WRONG_ADD = ADD.replace('a + b', 'Number(`${a}${b}`)');
const ADD_TEST = [
  "import { add } from './add';",
  "it('adds', () => expect(add(1, 2)).toBe(3));",
  "it('adds negative numbers', () => expect(add(-1, -2)).toBe(-3));",
  '',
].join('\n');

const create = (path: string, content: string) => ({ path, action: 'create', content, replacements: null });
const modify = (path: string, content: string) => ({ path, action: 'modify', content, replacements: null });

function suggestion(path: string, content: string) {
  return {
    rootCause: `${path} joins texts in place of adding numbers`,
    errorCategory: 'logic',
    fileModifications: [modify(path, content)],
    verificationCommands: ['npx jest'],
  };
}

describe('heal with a model', () => {
  const kintsugi = useScriptedKintsugi();

  it('creates a function to add two numbers in an empty folder, with tests', async () => {
    const project = await makeProject({});
    kintsugi.model.script(
      reply({ summary: 'Adds add.', fileModifications: [create('src/add.ts', ADD)] }),
      reply({ summary: 'Tests add.', tests: [{ path: 'src/add.test.ts', content: ADD_TEST }] }),
    );
    const request = 'Create a function to add two numbers';
    const run = await kintsugi.client.heal({
      directory: project.path,
      request,
      taskType: 'build_site',
      approval: LOW,
    });
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      tests: { passed: 2, failed: 0 },
      usage: { modelCalls: 2 },
    });
    expect(result.record).toMatchObject({
      testResults: { success: true },
      retryCount: 0,
      generatedTests: ['src/add.test.ts'],
    });
    expect(await readFile(join(project.path, 'src/add.ts'), 'utf8')).toBe(ADD);
    kintsugi.model.assertComplete();
    await project.remove();
  });

  it('says that there are no tests where the model writes none that can be used', async () => {
    const project = await makeProject({ 'src/add.test.ts': ADD_TEST });
    const unusable = reply({ tests: 'soon' });
    kintsugi.model.script(
      reply({ summary: 'Adds add.', fileModifications: [create('src/add.ts', ADD)] }),
      unusable,
      unusable,
    );
    const request = 'Create a function to add two numbers';
    const asked = { directory: project.path, request, generateTests: true, approval: LOW };
    const run = await kintsugi.client.heal(asked);
    const { status, notes } = await run.result();
    expect(status).toBe('completed');
    expect(notes?.join('\n')).toMatch(/^No tests were written for the change: unusable reply/m);
    kintsugi.model.assertComplete();
    await project.remove();
  });

  it('lets the model repair what it wrote wrongly', async () => {
    const project = await makeProject({});
    kintsugi.model.script(
      reply({ summary: 'Adds add.', fileModifications: [create('src/add.ts', WRONG_ADD)] }),
      reply({ summary: 'Tests add.', tests: [{ path: 'src/add.test.ts', content: ADD_TEST }] }),
      reply(suggestion('src/add.ts', ADD)),
    );
    const request = 'Create a function to add two numbers';
    const run = await kintsugi.client.heal({
      directory: project.path,
      request,
      mode: 'PRECISION',
      executor: 'answer',
      approval: LOW,
    });
    const result = await run.result();
    expect(result).toMatchObject({ status: 'recovered', totalAttempts: 2, tests: { failed: 0 } });
    expect(result.repairHistory[0]).toMatchObject({
      attemptNumber: 1,
      repairApplied: true,
      errorContext: { errorType: 'logic_error' },
    });
    kintsugi.model.assertComplete();
    await project.remove();
  });

  it('refuses a repair that edits the test, and says so', async () => {
    const project = await makeProject({ 'src/add.ts': WRONG_ADD, 'src/add.test.ts': ADD_TEST });
    const cheat = suggestion('src/add.test.ts', "it('adds', () => undefined);\n");
    // A refused edit is asked for once more; the model insists.
    const insists = Array.from({ length: 2 }, () => reply(cheat));
    kintsugi.model.script(...insists);
    const run = await kintsugi.client.heal({
      directory: project.path,
      mode: 'SPEED',
      maxAttempts: 1,
      approval: LOW,
    });
    const result = await run.result();
    expect(result).toMatchObject({
      status: 'failed_after_repair',
      delivery: { status: 'nothing-to-publish' },
    });
    expect(await readFile(join(project.path, 'src/add.test.ts'), 'utf8')).toBe(ADD_TEST);
    await project.remove();
  });

  it('answers a chat without running the loop', async () => {
    const project = await makeProject({ 'src/add.ts': ADD });
    kintsugi.model.script(reply('`add` adds two numbers.'));
    const run = await kintsugi.client.heal({
      directory: project.path,
      request: 'What does it do?',
      taskType: 'chat_reply',
    });
    expect(await run.result()).toMatchObject({
      status: 'completed',
      totalAttempts: 1,
      record: { messages: [{ role: 'user' }, { role: 'assistant', content: '`add` adds two numbers.' }] },
    });
    kintsugi.model.assertComplete();
    await project.remove();
  });
});
