import { useGraph } from '../../../support/asked-graph';

const { references, callers, callees, definition } = useGraph();

describe('Python', () => {
  const shop = {
    'shop/__init__.py': 'from .cart import Cart as Basket, total\n',
    'shop/cart.py': [
      'from __future__ import annotations',
      'from .store import Store',
      'import json',
      '',
      'class Base:',
      '    def save(self):',
      '        self.check()',
      '    def check(self):',
      '        return True',
      '',
      'class Cart(Base):',
      '    def __init__(self, store: Store):',
      '        self.store = Store()',
      '        self.items = []',
      '    def add(self, item):',
      '        self.store.put(item)',
      '        self.save()',
      '        json.check()',
      '    def check(self):',
      '        return super().check()',
      '',
      'def total(cart):',
      '    cart.check()',
      '    def inner():',
      '        return total(cart)',
      '    return inner()',
      '',
    ].join('\n'),
    'shop/store.py': 'class Store:\n    def put(self, item):\n        return item\n',
    'app.py': [
      'import shop',
      'import shop.cart as c',
      'from shop import Basket',
      '',
      'def main(total):',
      '    total()',
      '    basket = Basket(None)',
      '    basket.add(1)',
      '    c.total(basket)',
      '    shop.total(basket)',
      '',
    ].join('\n'),
  };

  test('self, super and what was imported under another name lead to their declarations', async () => {
    expect(await callees(shop, 'Cart.add')).toEqual([
      '1 shop/cart.py#Base.save',
      '1 shop/store.py#Store.put',
    ]);
    expect(await callees(shop, 'Cart.check')).toEqual(['1 shop/cart.py#Base.check']);
    expect(await callers(shop, 'Cart.add')).toEqual(['1 app.py#main']);
    expect(await callers(shop, 'Cart')).toEqual(['1 app.py#main']);
  });

  test('a parameter hides a function of its name, and a module leads to it', async () => {
    expect(await callers(shop, 'total')).toEqual(['1 app.py#main', '1 shop/cart.py#total.inner']);
    expect(await references(shop, 'total')).toEqual([
      'call app.py:10 app.py#main',
      'call app.py:9 app.py#main',
      'call shop/cart.py:25 shop/cart.py#total.inner',
      'definition shop/cart.py:22 shop/cart.py#total',
      'import shop/__init__.py:1 shop/__init__.py',
    ]);
  });

  test('a call by an object of unknown type is told as one that may mean another', async () => {
    expect(await callers(shop, 'Cart.check')).toEqual(['1 shop/cart.py#Base.save?', '1 shop/cart.py#total?']);
  });

  test('chains of calls are followed up to their depth', async () => {
    expect(await callers(shop, 'Store.put', 5)).toEqual(['1 shop/cart.py#Cart.add', '2 app.py#main']);
  });

  test('the name at a place leads to its declaration', async () => {
    expect(await definition(shop, 'app.py:8:12')).toEqual(['shop/cart.py#Cart.add']);
    expect(await definition(shop, 'app.py:3:20')).toEqual(['shop/cart.py#Cart']);
  });
});

describe('Go', () => {
  const service = {
    'go.mod': 'module example.org/app\n\ngo 1.22\n',
    'store/store.go': [
      'package store',
      '',
      'type Store interface {',
      '\tGet(key string) string',
      '}',
      '',
      'type Memory struct {',
      '\tvalues map[string]string',
      '}',
      '',
      'func New() *Memory { return &Memory{} }',
      '',
      'func (m *Memory) Get(key string) string { return clean(key) }',
      '',
    ].join('\n'),
    'store/clean.go': 'package store\n\nfunc clean(key string) string { return key }\n',
    'main.go': [
      'package main',
      '',
      'import (',
      '\t"fmt"',
      '\tdata "example.org/app/store"',
      ')',
      '',
      'type Server struct {',
      '\tstore data.Store',
      '}',
      '',
      'func (s *Server) Handle(key string) string {',
      '\tfmt.Get(key)',
      '\treturn s.store.Get(key)',
      '}',
      '',
      'func main() {',
      '\tmemory := data.New()',
      '\tmemory.Get("a")',
      '\tserver := &Server{store: memory}',
      '\tserver.Handle("a")',
      '}',
      '',
    ].join('\n'),
  };

  test('packages, receivers and constructors lead to their declarations', async () => {
    expect(await callers(service, 'clean')).toEqual(['1 store/store.go#Memory.Get']);
    expect(await callers(service, 'New')).toEqual(['1 main.go#main']);
    expect(await callers(service, 'Server.Handle')).toEqual(['1 main.go#main']);
    expect(await callees(service, 'main')).toEqual([
      '1 main.go#Server',
      '1 main.go#Server.Handle',
      '1 store/store.go#Memory.Get',
      '1 store/store.go#New',
    ]);
  });

  test('a call by an interface may mean each type that has its methods', async () => {
    expect(await callers(service, 'Memory.Get')).toEqual(['1 main.go#Server.Handle?', '1 main.go#main']);
    expect(await callers(service, 'Store.Get')).toEqual(['1 main.go#Server.Handle?']);
    expect(await callers(service, 'clean', 3)).toEqual([
      '1 store/store.go#Memory.Get',
      '2 main.go#Server.Handle?',
      '2 main.go#main',
    ]);
  });
});

describe('Rust', () => {
  const crate = {
    'Cargo.toml': '[package]\nname = "my-app"\n',
    'src/lib.rs': [
      'pub mod store;',
      'pub mod util { pub fn clean(key: &str) -> &str { key } }',
      'use crate::store::{Memory, Store as Kept};',
      '',
      'pub struct Server { store: Memory }',
      '',
      'impl Server {',
      '    pub fn new() -> Self { Server { store: Memory::new() } }',
      '    pub fn handle(&self, key: &str) { self.store.get(key); util::clean(key); println!("{}", Self::help()); }',
      '    fn help() -> u8 { 1 }',
      '}',
      '',
      'pub fn run() { let server = Server::new(); server.handle("a"); }',
      '',
    ].join('\n'),
    'src/store.rs': [
      'use super::util::clean;',
      'pub trait Store { fn get(&self, key: &str); }',
      'pub struct Memory;',
      'impl Memory { pub fn new() -> Memory { Memory } }',
      'impl Store for Memory { fn get(&self, key: &str) { clean(key); } }',
      '',
    ].join('\n'),
    'src/other.rs': 'fn other() { crate::util::clean("a"); super::run(); }\n',
    'tests/all.rs': 'use my_app::run;\n#[test]\nfn runs() { run(); my_app::util::clean("a"); }\n',
  };

  test('modules, uses and bodies of traits lead to their declarations', async () => {
    expect(await callers(crate, 'util.clean')).toEqual([
      '1 src/lib.rs#Server.handle',
      '1 src/other.rs#other',
      '1 src/store.rs#Memory.get',
      '1 tests/all.rs#runs',
    ]);
    expect(await callers(crate, 'Server::handle')).toEqual(['1 src/lib.rs#run']);
    expect(await callers(crate, 'Memory.get')).toEqual(['1 src/lib.rs#Server.handle']);
    expect(await callers(crate, 'run')).toEqual(['1 src/other.rs#other', '1 tests/all.rs#runs']);
    expect(await callees(crate, 'run')).toEqual(['1 src/lib.rs#Server.handle', '1 src/lib.rs#Server.new']);
  });

  test('self and super lead to modules, and a name that is declared twice may mean both', async () => {
    const texts = {
      'src/main.rs': [
        'mod a { pub fn one() { super::top(); self::two(); } fn two() {} }',
        'fn top() {}',
        '#[cfg(unix)] fn twin() {}',
        '#[cfg(windows)] fn twin() {}',
        'fn main() { a::one(); twin(); }',
        '',
      ].join('\n'),
    };
    expect(await callees(texts, 'a.one')).toEqual(['1 src/main.rs#a.two', '1 src/main.rs#top']);
    expect(await callees(texts, 'main')).toEqual([
      '1 src/main.rs#a.one',
      '1 src/main.rs#twin?',
      '1 src/main.rs#twin~2?',
    ]);
  });

  test('a call in the text of a macro is found', async () => {
    expect(await callers(crate, 'Server.help')).toEqual(['1 src/lib.rs#Server.handle']);
  });
});

describe('Java', () => {
  const base = 'src/main/java/org/shop';
  const shop = {
    [`${base}/store/Store.java`]:
      'package org.shop.store;\npublic interface Store {\n  String get(String key);\n  String get(String key, int times);\n}\n',
    [`${base}/store/Memory.java`]: [
      'package org.shop.store;',
      'public class Memory extends Base implements Store {',
      '  public Memory() { super(); }',
      '  public String get(String key) { return clean(key); }',
      '  public String get(String key, int times) { return this.get(key) + help(); }',
      '}',
      '',
    ].join('\n'),
    [`${base}/store/Base.java`]:
      'package org.shop.store;\nabstract class Base {\n  protected String clean(String key) { return key; }\n  static String help() { return ""; }\n}\n',
    [`${base}/Cart.java`]: [
      'package org.shop;',
      'import org.shop.store.*;',
      'import static org.shop.Names.plain;',
      'public class Cart {',
      '  private final Store store = new Memory();',
      '  public String find(String key) {',
      '    Memory own = new Memory();',
      '    own.get(plain(key), 2);',
      '    return store.get(key);',
      '  }',
      '}',
      '',
    ].join('\n'),
    [`${base}/Names.java`]:
      'package org.shop;\nclass Names { static String plain(String name) { return name; } }\n',
  };

  test('packages, inheritance and static imports lead to their declarations', async () => {
    expect(await callers(shop, 'Base.clean')).toEqual([`1 ${base}/store/Memory.java#Memory.get`]);
    expect(await callers(shop, 'Base.help')).toEqual([`1 ${base}/store/Memory.java#Memory.get~2`]);
    expect(await callers(shop, 'plain')).toEqual([`1 ${base}/Cart.java#Cart.find`]);
    expect(await callers(shop, 'Memory')).toContain(`1 ${base}/Cart.java#Cart.find`);
  });

  test('overloads are told apart by the number of their arguments', async () => {
    expect(await callers(shop, `${base}/store/Memory.java#Memory.get~2`)).toEqual([
      `1 ${base}/Cart.java#Cart.find`,
    ]);
    expect(await callers(shop, `${base}/store/Memory.java#Memory.get`)).toEqual([
      `1 ${base}/Cart.java#Cart.find?`,
      `1 ${base}/store/Memory.java#Memory.get~2`,
    ]);
  });
});
