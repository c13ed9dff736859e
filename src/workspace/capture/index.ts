export { DirectoryError } from '../errors';
export { explainDirectory } from './explain';
export { listDirectory, type ListedDirectory } from './import';
