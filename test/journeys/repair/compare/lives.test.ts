import type { SandboxLimits } from '../../../../src/domain/verification/verification';
import { recordLives } from '../../../../src/repair/compare/replay/lives';
import { guardedText, guardPoints } from '../../../../src/repair/mutation/loop-guard';
import type { Replays } from '../../../../src/repair/compare/replay/program';
import { createSandbox } from '../../../../src/sandbox';

const LIMITS: SandboxLimits = {
  wallMs: 10_000,
  turnMs: 5_000,
  heapMb: 128,
  outputKb: 256,
  resultKb: 256,
};
const sandbox = createSandbox({ children: 1 });
afterAll(() => sandbox.close());

/** Lives of the objects in a test of a module, whose text has the place that a repair changes as a comment. */
function livesOf(
  path: string,
  module: string,
  test: string,
  repaired: ReadonlyMap<string, string>,
): Promise<Replays> {
  const program = {
    files: new Map([
      [path, module],
      ['thing.test.js', test],
    ]),
    context: {},
    testFiles: ['thing.test.js'],
    failures: [],
    limits: LIMITS,
    passing: new Set<string>(),
  };
  const start = module.indexOf('/*');
  const places = [{ file: path, start, end: module.indexOf('*/') + 2 }];
  return recordLives(sandbox, program, places, repaired, AbortSignal.timeout(60_000));
}

/** The lives with the answers of each text in place of the marked one, by the words of the life. */
async function answersOf(
  module: string,
  test: string,
  texts: readonly string[],
  path = 'thing.js',
): Promise<Map<string, (string | undefined)[]>> {
  const programs = texts.map((text) => {
    const whole = module.replace(/\/\*.*?\*\//s, text);
    return new Map([[path, guardedText(whole, [], guardPoints(path, whole), 20_000)]]);
  });
  const { calls, answersOf: answer } = await livesOf(path, module, test, programs[0] ?? new Map());
  const answers = await Promise.all(programs.map((program) => answer(program)));
  return new Map(calls.map(({ text }, at) => [text, answers.map((one) => one[at])]));
}

/** Lives that the programs answer differently. */
function parted(answers: Map<string, (string | undefined)[]>): string[] {
  return [...answers].flatMap(([text, all]) => (new Set(all).size > 1 ? [text] : []));
}

const HISTORY = `
export class History {
  #done = [];
  #undone = [];
  #state;
  constructor(state) {
    this.#state = state;
  }
  get state() {
    return this.#state;
  }
  run(command) {
    this.#state = command.apply(this.#state);
    this.#done.push(command);
    /* what was undone is forgotten */
  }
  undo() {
    const command = this.#done.pop();
    if (!command) return false;
    this.#state = command.revert(this.#state);
    this.#undone.push(command);
    return true;
  }
  redo() {
    const command = this.#undone.pop();
    if (!command) return false;
    this.#state = command.apply(this.#state);
    this.#done.push(command);
    return true;
  }
}`;
const HISTORY_TEST = `
import { History } from './thing.js';
const add = (amount) => ({ apply: (n) => n + amount, revert: (n) => n - amount });
it('forgets what was undone', () => {
  const history = new History(0);
  history.run(add(1));
  history.undo();
  history.run(add(10));
  expect(history.redo()).toBe(false);
  expect(history.state).toBe(10);
});`;

describe('the lives of objects', () => {
  it('tell programs apart that keep their state in private fields and are given closures', async () => {
    const answers = await answersOf(HISTORY, HISTORY_TEST, ['this.#undone = [];', 'this.#undone.pop();']);
    const [own] = answers;
    expect(own).toEqual([
      'new History(0); run({ apply: (n) => n + amount, revert: (n) => n - amount }); undo(); run({ apply: (n) => n + amount, revert: (n) => n - amount }); redo(); state',
      ['undefined, true, undefined, false, 10', 'undefined, true, undefined, false, 10'],
    ]);
    expect(parted(answers)).not.toEqual([]);
  });

  it('are the same for programs that do the same in other words', async () => {
    const texts = ['this.#undone = [];', 'this.#undone.length = 0;'];
    const answers = await answersOf(HISTORY, HISTORY_TEST, texts);
    expect(answers.size).toBeGreaterThan(20);
    expect(parted(answers)).toEqual([]);
  });

  it('tell which functions of the tests were called, and with what', async () => {
    const module = `
export class Bell {
  #heard = new Set();
  on(listener) { this.#heard.add(listener); }
  ring(times) { for (const listener of this.#heard) { /* how often */ } }
}`;
    const test = `
import { Bell } from './thing.js';
it('rings', () => {
  const bell = new Bell();
  let rung = 0;
  bell.on((times) => { rung += times; });
  bell.ring(2);
  expect(rung).toBe(2);
});`;
    const texts = ['listener(times);', 'if (times > 1) listener(times);'];
    const answers = await answersOf(module, test, texts);
    expect([...answers][0]).toEqual([
      'new Bell(); on((times) => { rung += times; }); ring(2)',
      ['undefined, undefined; calls back with (2)', 'undefined, undefined; calls back with (2)'],
    ]);
    expect(parted(answers)).toContain('new Bell(); on((times) => { rung += times; }); ring(1)');
  });

  it('begin with the arguments of the class that was made, not of those before it', async () => {
    const module = `
class Shape {
  constructor(sides) { this.sides = sides; }
  name() { return 'shape of ' + this.sides; }
}
class Square extends Shape {
  #length;
  constructor(length) { super(4); this.#length = length; this.area(); }
  area() { return this.#length /* by */ this.#length; }
}
module.exports = { Square };`;
    const test = `
const { Square } = require('./thing.js');
it('has an area', () => expect(new Square(3).area()).toBe(9));`;
    const answers = await answersOf(module, test, ['*', '**']);
    expect([...answers][0]).toEqual(['new Square(3); area()', ['9', '27']]);
  });

  it('are watched in constructors of code without semicolons, and of classes without a constructor', async () => {
    const module = `
class Base {
  level = 1
}
export class Door extends Base {
  #open
  constructor(open) {
    super()
    this.#open = open
  }
  isOpen() { return this.#open }
}
export class Gate extends Door {
  height() { return this.level /* and */ 2 }
}`;
    const test = `
import { Gate } from './thing.js';
it('has a height', () => { const gate = new Gate(true); expect(gate.height()).toBe(3); expect(gate.isOpen()).toBe(true); });`;
    const answers = await answersOf(module, test, ['+', '|']);
    expect([...answers][0]).toEqual(['new Gate(true); height(); isOpen()', ['3, true', '3, true']]);
  });

  it('are watched in TypeScript, with overloads, properties among the parameters, and classes for types only', async () => {
    const module = `
declare class Elsewhere { a: number }
export class Price {
  constructor(cents: number);
  constructor(private readonly cents: number, private readonly other?: Elsewhere) {}
  get whole(): number { return Math./* which */(this.cents / 100); }
}`;
    const test = `
import { Price } from './thing';
it('is whole', () => expect(new Price(250).whole).toBe(2));`;
    const answers = await answersOf(module, test, ['floor', 'trunc'], 'thing.ts');
    expect([...answers][0]).toEqual(['new Price(250); whole', ['2', '2']]);
  });

  it('give the same object again where the test did', async () => {
    const module = `
export class Bag {
  #all = [];
  add(one) { this.#all.push(one); }
  has(one) { return this.#all.includes(one) /* and */; }
}`;
    const test = `
import { Bag } from './thing.js';
it('has what was added', () => { const bag = new Bag(); const one = { id: 1 }; bag.add(one); expect(bag.has(one)).toBe(true); });`;
    const answers = await answersOf(module, test, ['', '&& this.#all.length === 1']);
    const [own] = answers;
    expect(own).toEqual([
      'new Bag(); add({ id: 1 }); has({ id: 1 })',
      ['undefined, true', 'undefined, true'],
    ]);
    expect(parted(answers)).toContain('new Bag(); add({ id: 1 }); add({ id: 1 }); has({ id: 1 })');
  });

  it('tell what became of the objects that they were given, and vary what the object was made of', async () => {
    const module = `
export class Shipping {
  #least;
  constructor(least) { this.#least = least /* or */ 50; }
  apply(order) { if (order.sum >= this.#least) order.isFree = true; }
}`;
    const test = `
import { Shipping } from './thing.js';
it('is free for large orders', () => { const order = { sum: 10 }; new Shipping(10).apply(order); expect(order.isFree).toBe(true); });`;
    const answers = await answersOf(module, test, ['??', '||']);
    const changed = 'undefined; { sum: 10 } becomes { sum: 10, isFree: true }';
    expect([...answers][0]).toEqual(['new Shipping(10); apply({ sum: 10 })', [changed, changed]]);
    expect(parted(answers)).toContain('new Shipping(0); apply({ sum: 10 })');
  });

  it('say nothing of what outlives an object, such as a counter of its class', async () => {
    const module = `
let next = 1;
export class Task {
  #id = next++;
  #title;
  constructor(title) { this.#title = title; }
  get id() { return this.#id; }
  get title() { return this.#title; /* done */ }
}`;
    const test = `
import { Task } from './thing.js';
it('has a title', () => { const task = new Task('a'); expect(task.title).toBe('a'); expect(task.id).toBe(1); });`;
    const files = new Map([['thing.js', module]]);
    const { calls, answersOf: answer } = await livesOf('thing.js', module, test, files);
    const [once, again] = [await answer(files), await answer(files, true)];
    const steady = calls.flatMap(({ text }, at) => (once[at] === again[at] ? [text] : []));
    expect(steady).toContain("new Task('a'); title");
    expect(steady.filter((text) => /; id\b/.test(text))).toEqual([]);
  });

  it('say nothing where they depend on chance, and those that never end hold up no others', async () => {
    const module = `
export class Countdown {
  #left;
  constructor(left) { this.#left = left; }
  run(by) { while (this.#left !== 0) this.#left -= by; return Math.random(); /* done */ }
  get left() { return this.#left; }
}`;
    const test = `
import { Countdown } from './thing.js';
it('ends', () => { const down = new Countdown(3); down.run(1); expect(down.left).toBe(0); });`;
    const files = new Map([['thing.js', guardedText(module, [], guardPoints('thing.js', module), 20_000)]]);
    const { calls, answersOf: answer } = await livesOf('thing.js', module, test, files);
    const [once, twice, again] = [await answer(files), await answer(files), await answer(files, true)];
    expect(calls.length).toBeGreaterThan(20);
    expect(twice).toEqual(once);
    const steady = calls.flatMap(({ text }, at) => (once[at] === again[at] ? [[text, once[at]]] : []));
    expect(steady).toContainEqual(['new Countdown(3); left', '3']);
    expect(steady.map(([text]) => text)).not.toContain('new Countdown(3); run(1)');
    expect(steady).toContainEqual(['new Countdown(3); run(0); left', 'throws RangeError, 3']);
  });

  it('are not led where no class is changed', async () => {
    const module = 'export const half = (n) => n /* by */ 2;';
    const test = "import { half } from './thing.js'; it('halves', () => expect(half(4)).toBe(2));";
    expect((await answersOf(module, test, ['/', '-'])).size).toBe(0);
  });
});
