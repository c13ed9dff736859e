import type { Tool } from '../tool';
import { analyzeError } from './analyze-error';
import { checkCode } from './check-code';
import type { DataContext } from './context';
import { documentCode } from './document-code';
import { generateCode } from './generate-code';
import { optimizeCode } from './optimize-code';
import { refactorCode } from './refactor-code';
import { securityCheck } from './security-check';
import { testCode } from './test-code';

/** Tools that write a function to a specification and run it on data. */
export const DATA_TOOLS: readonly Tool<DataContext>[] = [
  generateCode,
  testCode,
  checkCode,
  analyzeError,
  optimizeCode,
  documentCode,
  refactorCode,
  securityCheck,
];
