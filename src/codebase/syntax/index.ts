export { parserOf } from '../sources/grammars';
export { ancestor, field, type SyntaxNode, syntaxTree } from './syntax-tree';
