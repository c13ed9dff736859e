/** Mark of a test that begins, in what uvu prints: it names failing tests alone. */
export const UVU_MARK = '# kintsugi-test ';

/** uvu notes each test's name at the object that it hands to tests: a setter sees it, and no file is added to the tree. */
const SOURCE = [
  'const names=new WeakMap();Object.defineProperty(Object.prototype,"__test__",{configurable:true,get(){return names.get(this)},',
  'set(name){names.set(this,name);if(name)process.stdout.write("\\n',
  UVU_MARK,
  '"+JSON.stringify([this.__suite__||"",String(name)])+"\\n")}})',
].join('');

/** Options of node, as words of a shell. */
export const UVU_PRELOAD = `--import 'data:text/javascript,${encodeURIComponent(SOURCE)}'`;
