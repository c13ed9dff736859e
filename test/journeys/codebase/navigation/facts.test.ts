import { readFacts, type FileFacts } from '../../../../src/codebase/navigation/facts';

/** By one thread: each start of one loads the grammars anew. */
async function factsOfAll<Name extends string>(
  files: Record<Name, string>,
): Promise<Record<Name, FileFacts>> {
  const all = Object.entries<string>(files).map(([path, text]) => ({ path, text }));
  const facts = await readFacts(all.length, (index) => Promise.resolve(all[index]));
  return Object.fromEntries(all.map(({ path }, index) => [path, facts[index]])) as Record<Name, FileFacts>;
}

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const { [path]: facts } = await factsOfAll({ [path]: text });
  if (!facts) throw new Error('there are no facts');
  return facts;
}

function shown({ symbols }: FileFacts): string[] {
  return symbols.map(
    ({ kind, name, container, isExported }) =>
      `${isExported ? '+' : '-'}${kind} ${container === '' ? '' : `${container}.`}${name}`,
  );
}

function called({ calls, symbols }: FileFacts): string[] {
  return calls.map(({ name, receiver, caller }) => {
    const from = symbols[caller]?.name ?? '';
    return `${from}: ${receiver === undefined ? '' : `${receiver}.`}${name}`;
  });
}

const TYPESCRIPT = `import main, { check as verify, type Mail } from './mail';
import * as path from 'node:path';
export * from './other';
/** Finds a user by the address. */
export async function findUser(mail: string): Promise<User> {
  const inner = () => verify(mail);
  return path.join(inner());
}
export class User {
  #secret = 1;
  private name = '';
  constructor(readonly id: number) { main(); }
  validateEmail(): boolean { return this.check(); }
}
export interface Shape { area(): number; size: number }
export type Id = string;
export enum Colour { red }
const hidden = 1;
export const shown = { open: () => hidden };
namespace Tools { export function help() {} }
export { hidden as other };
`;

test('TypeScript: symbols with what they are in, imports, and calls with who makes them', async () => {
  const facts = await factsOf('src/user.ts', TYPESCRIPT);
  expect(facts.language).toBe('typescript');
  expect(shown(facts)).toEqual([
    '+function findUser',
    '-function findUser.inner',
    '+class User',
    '-property User.#secret',
    '-property User.name',
    '+constructor User.constructor',
    '+method User.validateEmail',
    '+interface Shape',
    '+method Shape.area',
    '+property Shape.size',
    '+type Id',
    '+enum Colour',
    '+constant hidden',
    '+constant shown',
    '-method shown.open',
    '-module Tools',
    '-function Tools.help',
  ]);
  expect(
    facts.imports.map(({ specifier, names }) => [
      specifier,
      names.map(({ name, local }) => `${name}>${local}`),
    ]),
  ).toEqual([
    ['./mail', ['default>main', 'check>verify', 'Mail>Mail']],
    ['node:path', ['*>path']],
    ['./other', []],
  ]);
  expect(called(facts)).toEqual([
    'inner: verify',
    'findUser: path.join',
    'findUser: inner',
    'constructor: main',
    'validateEmail: this.check',
  ]);
  const [first] = facts.symbols;
  expect(first?.signature).toBe('export async function findUser(mail: string): Promise<User> {');
  expect(first?.summary?.split(' ')).toEqual(['find', 'user', 'address']);
  expect(first?.nameRange).toEqual({ startLine: 5, startColumn: 23, endLine: 5, endColumn: 31 });
  expect(first?.range.endLine).toBe(8);
});

test('JavaScript: modules of Node with exports, methods in objects, and JSX', async () => {
  const facts = await factsOf(
    'lib/app.jsx',
    `const { join } = require('path');
const app = require('./app');
function start() { return <Page title={join('a')} />; }
exports.stop = function () { app.close(); };
app.use = function use(fn) {};
module.exports = { start };
`,
  );
  expect(shown(facts)).toEqual(expect.arrayContaining(['+function start', '+function stop', '-method use']));
  expect(facts.imports.map(({ specifier }) => specifier)).toEqual(['path', './app']);
  expect(called(facts)).toEqual(expect.arrayContaining(['start: Page', 'start: join', 'stop: app.close']));
});

test('Python: functions, classes, methods, constants, docstrings', async () => {
  const facts = await factsOf(
    'shop/user.py',
    `from .mail import send as post, check
import os.path
LIMIT = 3
class User(Base):
    """Somebody who buys."""
    kind = 1
    def __init__(self, mail):
        self.mail = check(mail)
    def _hidden(self):
        return post(self.mail)
def login(user):
    return os.path.join(user)
`,
  );
  expect(shown(facts)).toEqual([
    '+variable LIMIT',
    '+class User',
    '+property User.kind',
    '+constructor User.__init__',
    '-method User._hidden',
    '+function login',
  ]);
  expect(
    facts.imports.map(({ specifier, names }) => [
      specifier,
      names.map(({ name, local }) => `${name}>${local}`),
    ]),
  ).toEqual([
    ['.mail', ['send>post', 'check>check']],
    ['os.path', []],
  ]);
  expect(called(facts)).toEqual(['__init__: check', '_hidden: post', 'login: os.path.join']);
  expect(facts.symbols[1]?.summary).toContain('somebodi');
});

test('Go: methods belong to the type of their receiver, capitals are exported', async () => {
  const facts = await factsOf(
    'store/user.go',
    `package store
import (
  "fmt"
  db "example.com/shop/db"
)
const limit = 3
type User struct { Name string }
type Saver interface { Save() error }
func (u *User) Save() error { return db.Put(u) }
func open() { fmt.Println(limit); helper() }
`,
  );
  expect(shown(facts)).toEqual([
    '-constant limit',
    '+class User',
    '+property User.Name',
    '+interface Saver',
    '+method Saver.Save',
    '+method User.Save',
    '-function open',
  ]);
  expect(facts.imports.map(({ specifier, names }) => [specifier, names[0]?.local])).toEqual([
    ['fmt', undefined],
    ['example.com/shop/db', 'db'],
  ]);
  expect(called(facts)).toEqual(['Save: db.Put', 'open: fmt.Println', 'open: helper']);
});

test('Rust: functions of an impl are methods, and a use with braces is each of its paths', async () => {
  const facts = await factsOf(
    'src/lib.rs',
    `use crate::mail::{self, send as post, deep::Check};
mod store;
pub struct User { pub name: String }
pub trait Save { fn save(&self); }
impl User {
    pub fn new() -> Self { Store::open(); helper() }
}
fn helper() { println!("x"); user.save(); }
pub mod inner { pub fn f() {} }
`,
  );
  expect(shown(facts)).toEqual([
    '+class User',
    '+property User.name',
    '+interface Save',
    '+method Save.save',
    '+method User.new',
    '-function helper',
    '+module inner',
    '+function inner.f',
  ]);
  expect(facts.imports.map(({ specifier, names }) => [specifier, names[0]?.local])).toEqual([
    ['crate::mail', 'mail'],
    ['crate::mail::send', 'post'],
    ['crate::mail::deep::Check', 'Check'],
    ['self::store', 'store'],
  ]);
  expect(called(facts)).toEqual(['new: Store.open', 'new: helper', 'helper: println', 'helper: user.save']);
});

test('Java: classes, constructors, methods, fields, imports', async () => {
  const facts = await factsOf(
    'src/User.java',
    `package com.shop;
import com.shop.mail.Mail;
import java.util.*;
public class User {
  private String mail;
  public User(String mail) { this.mail = check(mail); }
  boolean validateEmail() { return Mail.check(mail) && new Checker().ok(); }
  enum Kind { NEW }
}
`,
  );
  expect(shown(facts)).toEqual([
    '+class User',
    '-property User.mail',
    '+constructor User.User',
    '-method User.validateEmail',
    '-enum User.Kind',
    '-constant User.Kind.NEW',
  ]);
  expect(facts.imports.map(({ specifier, names }) => [specifier, names[0]?.name])).toEqual([
    ['com.shop.mail.Mail', 'Mail'],
    ['java.util', '*'],
  ]);
  expect(called(facts)).toEqual(
    expect.arrayContaining(['User: check', 'validateEmail: Mail.check', 'validateEmail: Checker']),
  );
});

test('columns count UTF-16 units, also behind letters that take more bytes', async () => {
  const facts = await factsOf('a.ts', "const 한글 = '😀'; export function f() {}\n");
  const f = facts.symbols.find(({ name }) => name === 'f');
  expect(f?.nameRange.startColumn).toBe("const 한글 = '😀'; export function ".length + 1);
});

test('what can not be read is searched as text: minified, too large, too deep, not code', async () => {
  const facts = await factsOfAll({
    'minified.js': `function f(){${'a();'.repeat(5_000)}}`,
    'large.ts': 'export function large() {}\n'.repeat(40_000),
    'deep.py': `x = ${'(\n'.repeat(50_000)}1${')\n'.repeat(50_000)}`,
    'note.txt': 'the login of users',
  });
  expect(facts['minified.js']).toMatchObject({ language: undefined, symbols: [], terms: [] });
  expect(facts['large.ts'].symbols).toEqual([]);
  expect(facts['large.ts'].terms).toContain('larg');
  expect(facts['deep.py'].lines).toBe(100_000);
  expect(facts['note.txt']).toMatchObject({ language: undefined, names: [] });
  expect(facts['note.txt'].terms).toContain('login');
});

test('reading ends with the reason of its signal', async () => {
  const controller = new AbortController();
  const reading = readFacts(
    200,
    (index) => {
      if (index === 3) controller.abort(new Error('enough'));
      return Promise.resolve({ path: `${index}.ts`, text: 'export const a = 1;\n'.repeat(2_000) });
    },
    controller.signal,
  );
  await expect(reading).rejects.toThrow('enough');
});
