/** Node's modules of which the program has its own: what it changes does not reach the tests. */
import { createLibrary } from './internal.library';

const library = createLibrary();

export default function programModule<T>(name: string): T {
  return library.require(name) as T;
}
