/** The `navigator` object, with facts that never change, and `fetch`, which has nothing to fetch from. */
import { brandClasses } from '../node/brand';
import { nodeError } from '../node/errors';

class Navigator {
  get hardwareConcurrency(): number {
    return 1;
  }
  get language(): string {
    return 'en-US';
  }
  get languages(): readonly string[] {
    return Object.freeze(['en-US']);
  }
  get userAgent(): string {
    return 'Node.js/24';
  }
  get platform(): string {
    return 'linux';
  }
}

brandClasses({ Navigator });

export const navigator = new Navigator();
export { Navigator };

const NO_NETWORK =
  'fetch reaches nothing: there is no network in the sandbox. Give the test a fetch of its own (globalThis.fetch = jest.fn(…)), ' +
  'or use a command check (for example --check "npm test") for tests that need it.';

export function fetch(input: unknown): Promise<never> {
  void input;
  return Promise.reject(nodeError(TypeError, 'ERR_NOT_IN_SANDBOX', NO_NETWORK));
}
