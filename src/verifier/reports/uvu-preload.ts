/** Mark of a test that begins, in what uvu prints: it names failing tests alone. */
export const UVU_MARK = '# kintsugi-test ';

/**
 * uvu keeps each test as a name with a function: where such a pair is added to a list, the function is made to print the name first,
 * whatever the version. No file is added to the tree.
 */
const SOURCE = [
  'const push=Array.prototype.push;Array.prototype.push=function(...all){for(const one of all)',
  'if(one&&typeof one.handler==="function"&&typeof one.name==="string"&&Object.keys(one).length===2){const run=one.handler;',
  'one.handler=function(...given){process.stdout.write("\\n',
  UVU_MARK,
  '"+JSON.stringify([given[0]&&given[0].__suite__||null,one.name])+"\\n");return run.apply(this,given)}}return push.apply(this,all)};',
].join('');

/** A module that node loads before all others, those of loaders such as esm included. */
const FILE = '"$TMPDIR/kintsugi-uvu.cjs"';

/** Statement of a shell that writes the module, and options of node that load it. */
export const UVU_PRELOAD = {
  write: `printf %s '${SOURCE}' >${FILE}; `,
  options: `-r ${FILE}`,
};
