import type { SyntaxNode } from '../../../codebase/syntax';
import type { Mutation } from '../../search/mutation';
import type { CodeSite } from '../code-site';
import type { CodeLanguage } from './code-language';

/** A template over syntax trees: one node of a file → edits of that file. */
export type CodeTemplate = (node: SyntaxNode, site: CodeSite) => Mutation[];

/** A language with the templates that make variants of its code. */
export interface MutantLanguage extends CodeLanguage {
  readonly templates: readonly CodeTemplate[];
}
