export { createDocuments, formatOf, isDocument } from './documents';
export type { DocumentProblem, Documents, DocumentText } from './types';
