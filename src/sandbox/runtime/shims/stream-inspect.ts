/** Functions that readable-stream shows values with. */
export { format, inspect } from 'node:util';
