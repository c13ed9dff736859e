export { createDocuments, isDocument } from './documents';
export type { DocumentProblem, Documents, DocumentText } from './types';
