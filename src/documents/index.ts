export { createDocuments } from './documents';
export { formatOf, isDocument } from './format';
export { decodeText } from './plain-text';
export type { DocumentProblem, Documents, DocumentText } from './types';
