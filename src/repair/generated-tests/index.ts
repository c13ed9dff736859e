export { scoreTests } from './score-tests';
