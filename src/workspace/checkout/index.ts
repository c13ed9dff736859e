export { materialise } from './materialise';
