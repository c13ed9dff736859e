/** Finds what specifiers lead to. */
import { COMMAND_CHECK, isPackageFile, TEST_MODULES } from '../links';
import type { Link } from '../links';
import { isRelative, resolveByName } from '../resolve';
import { pathOf } from '../test-side';
import { notFound } from './loader';
import type { Found } from './manual-mocks';
import type { ModuleHost } from './module-host';

/** Files of the program, and links that the child looked up. */
export class ModuleFinder {
  private readonly links: ReadonlyMap<string, Record<string, Link>>;
  /** By the module that asks and the specifier. */
  private readonly found = new Map<string, Map<string, Found>>();

  constructor(
    private readonly host: Pick<ModuleHost, 'setup' | 'isNodeModule' | 'needLink'>,
    private readonly paths: ReadonlySet<string>,
  ) {
    this.links = new Map(Object.entries(host.setup.links ?? {}));
  }

  /** Finds the module that an import names. Answers are kept: an import asks more than once. */
  find(from: string, specifier: string): Found {
    const known = this.found.get(from)?.get(specifier);
    if (known) return known;
    const found = this.lookUp(from, specifier);
    const all = this.found.get(from) ?? new Map<string, Found>();
    this.found.set(from, all.set(specifier, found));
    return found;
  }

  /** Links come first: the configuration may give a relative specifier another meaning. */
  private lookUp(asker: string, specifier: string): Found {
    const from = pathOf(asker);
    if (typeof specifier !== 'string') {
      throw new TypeError(`The "id" argument must be of type string. Received ${typeof specifier}`);
    }
    const links = this.links.get(from);
    const link = links && Object.hasOwn(links, specifier) ? links[specifier] : undefined;
    if (link && 'path' in link) return link;
    const known = link ? undefined : this.findPlain(from, specifier);
    if (known) return known;
    // What is missing may still be mocked, from everywhere under the same name, or be a module of the test API.
    if (!isRelative(specifier)) return { name: specifier.replace(/^node:/, '') };
    const { join } = nodeLibrary.shared.require('path') as typeof import('node:path');
    return { name: join('.', from, '..', specifier) };
  }

  private findPlain(from: string, specifier: string): Found | undefined {
    // The project's root is `/`.
    const path = specifier.startsWith('/')
      ? resolveByName(this.paths, '', `.${specifier}`)
      : isPackageFile(from)
        ? undefined
        : resolveByName(this.paths, from, specifier);
    return path === undefined ? undefined : { path };
  }

  missing(asker: string, specifier: string): Error {
    const from = pathOf(asker);
    const links = this.links.get(from);
    const link = links && Object.hasOwn(links, specifier) ? links[specifier] : undefined;
    if (link && 'missing' in link) return notFound(specifier, from, link.missing);
    if (specifier.startsWith('node:') || this.host.isNodeModule(specifier)) {
      return notFound(specifier, from, `this module of Node is not in the sandbox. ${COMMAND_CHECK}`);
    }
    if (TEST_MODULES.has(specifier)) return notFound(specifier, from, 'only tests may load it.');
    // The scan of the sources did not see this name; the run starts again with it.
    this.host.needLink(from, specifier);
    return notFound(specifier, from, 'it was not looked up yet.');
  }
}
