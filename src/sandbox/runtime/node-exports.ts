import { isPackageFile } from '../links';
import type { TestSide } from '../test-side';
import type { Builtins, NodeModule } from './module-host';
import type { Sharing } from './sharing';

/** Modules of Node whose functions have no way to work here. */
const OUTSIDE: ReadonlySet<string> = new Set([
  ...['child_process', 'cluster', 'dgram', 'http', 'http2', 'https', 'inspector', 'net', 'tls', 'v8', 'vm'],
  'worker_threads',
]);

/** Views of such modules, by name and exports. */
type Guards = Record<'outside' | 'withoutSync', (name: string, exports: object) => unknown>;

interface NodeExportsHost {
  builtins: Builtins;
  testSide: TestSide;
  sharing: Sharing;
  /** Exports on their way to a file. */
  given(from: string, name: string, exports: unknown): unknown;
  /** The `require` of a module. */
  requireOf(path: string): object;
}

/** Exports of the modules of Node, as tests, packages and the program get them. */
export class NodeExports {
  private testsModule: unknown;

  constructor(private readonly host: NodeExportsHost) {}

  /** Exports of a module that there is, as a file gets them. */
  for(from: string, name: string): unknown {
    const { builtins, sharing, testSide } = this.host;
    if (!testSide.has(from))
      return sharing.builtin(
        from,
        name,
        this.guarded(from, name, this.host.given(from, name, builtins.load(name))),
      );
    // Tests rely on these: what code under test changes in its own does not change theirs.
    if (name === 'assert') return this.assertOfTests();
    if (name === 'assert/strict') return this.assertOfTests().strict;
    return name === 'module' ? this.moduleOfTests() : this.host.given(from, name, builtins.load(name));
  }

  /** A namespace of file functions without those that do not wait. */
  withoutSync(name: string, namespace: unknown): unknown {
    return this.guards().withoutSync(name, namespace as object);
  }

  /** Packages often hold functions of Node that they never call; code under test can't hold them. */
  private guarded(from: string, name: string, exports: unknown): unknown {
    if (isPackageFile(from) || !OUTSIDE.has(name)) return exports;
    return this.guards().outside(name, exports as object);
  }

  private guards(): Guards {
    return this.host.builtins.load('internal/guard') as Guards;
  }

  private assertOfTests(): { strict: unknown } {
    return this.host.builtins.load('internal/assert-of-tests') as { strict: unknown };
  }

  /** With `node:module` tests may load each other. */
  private moduleOfTests(): unknown {
    const { builtins, requireOf, testSide } = this.host;
    const create = builtins.load('internal/module') as NodeModule;
    this.testsModule ??= create((filename) => requireOf(testSide.copy(filename.slice(1))));
    return this.testsModule;
  }
}
