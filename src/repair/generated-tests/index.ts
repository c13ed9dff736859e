export { judgeTests } from './judge-tests';
