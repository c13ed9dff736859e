import { REPORT_FILE } from '../../domain/verification/reporting';

/**
 * Reporter for versions of mocha whose own `json` names no file: they end without a report, or never, where an error has a circle
 * (supertest's have). It writes the same lists, in JavaScript as old as they are. No file is added to the tree.
 */
const SOURCE = [
  'module.exports=function(runner){var fs=require("fs"),path=require("path"),lists={tests:[],pending:[],failures:[]};',
  // Others ask a reporter for its numbers as the run ends, such as --growl.
  'var stats=this.stats={suites:0,tests:0,passes:0,pending:0,failures:0,start:new Date()};',
  'function plain(value){if(value===undefined)return;try{var text=JSON.stringify(value);return text===undefined||text.length>1e5?String(value):JSON.parse(text)}',
  'catch(error){return String(value)}}',
  'function text(value){return value===undefined?undefined:String(value)}',
  'function add(list){return function(test,error){stats[list]++;if(error)test.err=error;var err=test.err;lists[list].push({title:test.title,fullTitle:test.fullTitle(),',
  'file:test.file,duration:test.duration,err:err?{name:text(err.name),message:text(err.message),stack:text(err.stack),expected:plain(err.expected),',
  'actual:plain(err.actual)}:{}})}}',
  'runner.on("pass",function(){stats.passes++});runner.on("test end",add("tests"));runner.on("pending",add("pending"));runner.on("fail",add("failures"));',
  `runner.on("end",function(){fs.writeFileSync(path.join(__dirname,"${REPORT_FILE}"),JSON.stringify(lists))})};`,
].join('');

const FILE = '"$TMPDIR/kintsugi-mocha.cjs"';

/** Statement of a shell that writes the reporter, and the option that chooses it. */
export const MOCHA_REPORTER = {
  write: `printf %s '${SOURCE}' >${FILE}; `,
  option: `--reporter ${FILE}`,
};
