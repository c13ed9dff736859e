export {
  functionAround,
  isFunction,
  isPlainStatement,
  lineOf,
  outermostFunction,
  type ParsedFile,
  parseFile,
  siblings,
  unlessTooDeep,
} from './parse';
export { longFunctions } from './long-functions';
export { undocumentedExports, exportedDeclarations } from './exported-declarations';
export { graphAround, installedBytes, librariesOf, namesakes, type GraphPart } from './alternatives';
