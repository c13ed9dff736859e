import { execFileSync } from 'node:child_process';
import { turn } from '../../support/agent-scripts';
import { Editor } from '../../support/editor';
import { makeProject } from '../../support/kintsugi';
import { reply, type ScriptedEntry } from '../../support/scripted-model';
import { useProject, useScriptedKintsugi } from '../../support/use-kintsugi';

const CART = [
  'export function round(value) {',
  '  return Math.round(value * 100) / 100;',
  '}',
  '',
  '/** Price of all rows. */',
  'export function total(rows) {',
  '  return round(rows.reduce((sum, row) => sum + row.price, 0));',
  '}',
  '',
].join('\n');
const DISCOUNT = 'export function discount(price, percent) {\n  return price + (price * percent) / 100;\n}\n';
const COUNTED = `${CART}\n/** Number of rows. */\nexport function count(rows) {\n  return rows.length;\n}\n`;
const COUNT_TEST =
  "import { count } from '../src/cart.js';\n\nit('counts', () => expect(count([{}, {}])).toBe(2));\n";

const SHOP = {
  'package.json':
    '{ "name": "shop", "private": true, "type": "module", "dependencies": { "left-pad": "1.3.0" } }\n',
  'src/cart.js': CART,
  'src/discount.js': DISCOUNT,
  'src/checkout.js': [
    "import { total } from './cart.js';",
    "import { discount } from './discount.js';",
    '',
    'export function pay(rows, percent) {',
    '  return discount(total(rows), percent);',
    '}',
    '',
  ].join('\n'),
  'src/legacy.js': 'export function forgotten() {\n  return 1;\n}\n',
  'src/auth/login.js': [
    '/** Signs a user in with name and password. */',
    'export function login(name, password) {',
    "  return name !== '' && password.length > 8;",
    '}',
    '',
  ].join('\n'),
  'test/cart.test.js': [
    "import { total } from '../src/cart.js';",
    '',
    "it('adds prices', () => expect(total([{ price: 1.5 }, { price: 2 }])).toBe(3.5));",
    "it('is nothing for no rows', () => expect(total([])).toBe(0));",
    '',
  ].join('\n'),
  'test/discount.test.js': [
    "import { discount } from '../src/discount.js';",
    '',
    "it('takes a part off', () => expect(discount(200, 10)).toBe(180));",
    '',
  ].join('\n'),
  'test/login.test.js': [
    "import { login } from '../src/auth/login.js';",
    '',
    "it('needs a long password', () => expect(login('ada', 'short')).toBe(false));",
    '',
  ].join('\n'),
};

const LOOKED = 'I have looked.';

/** A turn: what the user says, and a text that the agent must say. */
interface Said {
  says: string;
  hears: RegExp;
  /** Text that the agent must not say. */
  not?: RegExp;
  /** Mode that the user sets before. */
  sets?: string;
  /** A mode that the editor is told of. */
  modes?: string;
  /** Option that the user picks, as often as the agent asks. */
  picks?: string;
  asks?: number;
  /** Replies of the model; without one it says `LOOKED` */
  model?: ScriptedEntry[];
  /** Steps that the editor shows last, each with how far it is. */
  plan?: string[];
  /** A file of the project after the turn, and text in it; `gone` where it is not there. */
  file?: [path: string, text: string];
}

const fixed = DISCOUNT.replace('price +', 'price -');
const fix = [
  turn(['read', { path: 'src/discount.js' }]),
  turn(['edit', { path: 'src/discount.js', content: fixed }]),
  turn(['finish', { summary: 'Takes it off.' }]),
];
const edits = (...changes: { path: string; content?: string; delete?: true }[]): ScriptedEntry[] => [
  ...changes.map(({ path }) => turn(['read', { path }])),
  turn(...changes.map((change): [string, object] => ['edit', change])),
  turn(['finish', { summary: 'It is done.' }]),
];
const STACK =
  'TypeError: x\n    at total (/srv/shop/src/cart.js:7:10)\n    at pay (/srv/shop/src/checkout.js:5:19)';
const PLANNED = 'plan how to remove the legacy code';
const PLAN = 'The plan:\n\n1. Delete src/legacy.js.\n2. Say so in README.md.\n';

const CONVERSATION: Said[] = [
  { says: 'where is the login?', hears: /src\/auth\/login\.js:2/, modes: 'context_navigation' },
  { says: 'who calls round?', hears: /src\/cart\.js:7 total/ },
  { says: 'and who calls the first one?', hears: /total \(src\/cart\.js\)[^]*src\/checkout\.js:5 pay/ },
  { says: 'what does it call?', hears: /total \(src\/cart\.js\)[^]*src\/cart\.js:1 round/ },
  { says: 'which tests cover it?', hears: /total[^]*test\/cart\.test\.js/, not: /login|discount/ },
  { says: 'what breaks if I change discount?', hears: /files: 2, tests among them: 1[^]*src\/checkout\.js/ },
  { says: 'which files import src/cart.js?', hears: /\(2\):\n- src\/checkout\.js\n- test\/cart\.test\.js/ },
  { says: 'who wrote discount?', hears: /^Ada changed discount \(src\/discount\.js\)/m },
  { says: 'what changed in src/checkout.js?', hears: /Ada: Open the shop/ },
  { says: 'what is unused?', hears: /src\/legacy\.js:1 forgotten/ },
  { says: '누가 total 호출해?', hears: /호출하는 곳:\n- src\/checkout\.js:5 pay/ },
  { says: '谁调用了 discount？', hears: /的位置：\n- src\/checkout\.js:5 pay/ },
  {
    says: 'run the tests',
    hears: /3 passed, 1 failed\n- test\/discount\.test\.js > takes a part off/,
    modes: 'test',
  },
  { says: STACK, hears: /- src\/cart\.js:7 total:[^]*- src\/checkout\.js:5 pay:/, modes: 'debug' },
  {
    says: 'the test of discount fails, fix the error',
    hears: /rejected in the editor/,
    picks: 'Reject',
    asks: 1,
    model: fix,
    file: ['src/discount.js', 'price +'],
  },
  {
    says: 'fix the failing test of discount',
    hears: /approved/,
    picks: 'Approve',
    asks: 1,
    model: fix,
    file: ['src/discount.js', 'price -'],
  },
  { says: 'run the tests', hears: /4 passed, 0 failed/ },
  { says: 'undo that', hears: /^Taken back: src\/discount\.js$/m, file: ['src/discount.js', 'price +'] },
  { says: 'run the tests again', hears: /3 passed, 1 failed/ },
  {
    says: 'fix the failing test',
    hears: /approved/,
    picks: 'Approve',
    asks: 1,
    model: fix,
    file: ['src/discount.js', 'price -'],
  },
  { says: 'how are prices rounded?', hears: /src\/cart\.js:1 round/, sets: 'documentation' },
  {
    says: 'add a function count to src/cart.js that tells the number of rows, with a test',
    hears: /approved/,
    picks: 'Approve',
    asks: 1,
    file: ['src/cart.js', 'export function count'],
    model: edits(
      { path: 'src/cart.js', content: COUNTED },
      { path: 'test/count.test.js', content: COUNT_TEST },
    ),
  },
  { says: 'where is count?', hears: /src\/cart\.js:11/ },
  { says: 'which tests cover it?', hears: /test\/count\.test\.js/, not: /test\/login/ },
  { says: 'review src/auth/login.js', hears: /Files reviewed: 1 /, modes: 'qa' },
  { says: 'which dependencies are unused?', hears: /left-pad/ },
  {
    says: PLANNED,
    hears: /The plan/,
    plan: ['Delete src/legacy.js. completed', 'Say so in README.md. completed'],
    picks: 'Approve',
    asks: 3,
    file: ['src/legacy.js', 'gone'],
    model: [
      reply(PLAN),
      ...edits({ path: 'src/legacy.js', delete: true }),
      ...edits({ path: 'README.md', content: '# Shop\n' }),
    ],
  },
  { says: 'how does pay work?', hears: /src\/checkout\.js:4/ },
  { says: 'commit the changes', hears: /commit 5 files/, picks: 'Approve', asks: 1 },
  { says: 'run the tests', hears: /5 passed, 0 failed/ },
];

describe('a conversation with an editor', () => {
  const kintsugi = useScriptedKintsugi();
  const project = useProject(() => makeProject(SHOP));
  let editor: Editor | undefined;
  afterEach(() => editor?.leave());

  it('of 30 turns finds the right files and counts in each', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: project.path, encoding: 'utf8' });
    git('init', '-q');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.com');
    git('add', '.');
    git('commit', '-qm', 'Open the shop');
    const one = (editor = await Editor.open(kintsugi.env));
    const { sessionId } = await one.agent.request('session/new', { cwd: project.path, mcpServers: [] });
    kintsugi.model.otherwise(reply(LOOKED));
    for (const { says, hears, not, sets, modes, picks, asks = 0, model = [], plan, file } of CONVERSATION) {
      if (sets !== undefined) await one.agent.request('session/set_mode', { sessionId, modeId: sets });
      const [before, asked] = [one.updates.length, one.asked.length];
      one.picks = picks;
      kintsugi.model.script(...model);
      expect({ says, ...(await one.prompt(sessionId, says)) }).toEqual({ says, stopReason: 'end_turn' });
      const updates = one.updates.slice(before);
      const said = one.said('agent_message_chunk', before);
      expect(said).toMatch(hears);
      expect(
        said.split('\n').filter((line) => /^(?:Turn \d+: )?I have looked\.$/.test(line)).length,
      ).toBeLessThan(2);
      if (not) expect(said).not.toMatch(not);
      if (modes !== undefined)
        expect(updates).toContainEqual({ sessionUpdate: 'current_mode_update', currentModeId: modes });
      expect({ says, asked: one.asked.length - asked }).toEqual({ says, asked: asks });
      if (plan) {
        const shown = updates.findLast(({ sessionUpdate }) => sessionUpdate === 'plan');
        const entries = shown?.sessionUpdate === 'plan' ? shown.entries : [];
        expect(entries.map(({ content, status }) => `${content} ${status}`)).toEqual(plan);
      }
      if (file) expect(await project.read(file[0]).catch(() => 'gone')).toContain(file[1]);
      kintsugi.model.assertComplete();
    }
    expect(git('log', '--format=%s')).toBe(`${PLANNED}\nOpen the shop\n`);
    expect(git('status', '--short')).toBe('');
  });
});
