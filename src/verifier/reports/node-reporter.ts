/**
 * Reporter of `node --test` as a URL, so that no file is added to the tree: a JSON object a line. Node's own TAP and JUnit name no
 * place of a test that passes.
 */
const SOURCE = [
  'export default async function*(events){const said={};for await(const{type,data}of events)',
  'if(type==="test:stderr")said[data.file]=((said[data.file]??"")+data.message).slice(-8192);',
  'else if(type==="test:summary"&&data.file)yield JSON.stringify({type,file:data.file})+"\\n";',
  'else if(type==="test:pass"||type==="test:fail"){',
  'const{name,nesting,file,line,column,skip,todo,details}=data;const error=details.error;const cause=error?.cause??error;',
  'const text=(value)=>value===undefined?undefined:typeof value==="string"?value:JSON.stringify(value);',
  'yield JSON.stringify({type,name,nesting,file,line,column,skip:skip!==undefined,todo:todo!==undefined,ms:details.duration_ms,suite:details.type==="suite",',
  'failure:error?{type:error.failureType,ended:text(error.exitCode??error.signal??undefined),said:said[name]??said[file],name:cause?.name,message:cause?.message??String(cause),stack:cause?.stack,expected:text(cause?.expected),received:text(cause?.actual)}:undefined})+"\\n"}}',
].join('');

/** Value of `--test-reporter`, as one word of a shell. */
export const NODE_REPORTER = `'data:text/javascript,${encodeURIComponent(SOURCE)}'`;
