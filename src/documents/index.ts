export { createDocuments } from './documents';
export { formatOf, isDocument } from './format';
export type { DocumentProblem, Documents, DocumentText } from './types';
