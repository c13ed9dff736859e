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
export { longFunctions, type LongFunction } from './long-functions';
export {
  undocumentedExports,
  type ExportedName,
  exportedDeclarations,
  type ExportedDeclarations,
} from './exported-declarations';
export { graphAround, installedBytes, librariesOf, namesakes, type GraphPart } from './alternatives';
