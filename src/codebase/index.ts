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
export { exportedDeclarations, type ExportedDeclarations } from './exported-declarations';
