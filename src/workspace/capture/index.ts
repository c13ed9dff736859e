export { DirectoryError, explainDirectory } from './explain';
