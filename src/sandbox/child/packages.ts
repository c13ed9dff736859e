/** Packages as the child knows them: what specifiers lead to, and the files it was sent. Kept for many runs. */
import type { Link, Wanted } from '../links';
import { askLinks } from './ask';
import type { Preparation } from './prepare';

function keyOf({ from, specifier, kind }: Wanted): string {
  return `${from}\0${specifier}\0${kind}`;
}

export class Packages {
  private readonly links = new Map<string, Link>();
  private readonly files = new Map<string, string>();
  /** Of package files: they are the same for all programs. */
  readonly dependencies = new Map<string, Dependencies>();
  readonly prepared = new Map<string, Preparation>();

  /** Learns all of them with at most one question. */
  learn(wanted: readonly Wanted[]): void {
    const unknown = new Map<string, Wanted>();
    for (const one of wanted) if (!this.links.has(keyOf(one))) unknown.set(keyOf(one), one);
    if (unknown.size === 0) return;
    const asked = [...unknown.values()];
    const answer = askLinks(asked);
    for (const [path, text] of answer.files) this.files.set(path, text);
    asked.forEach((one, index) => {
      const link = answer.links[index];
      if (link) this.links.set(keyOf(one), link);
    });
  }

  /** Link that the worker has answered. */
  link(wanted: Wanted): Link {
    return this.links.get(keyOf(wanted)) ?? { missing: 'it could not be looked up.' };
  }

  text(path: string): string | undefined {
    return this.files.get(path);
  }
}

export interface Dependencies {
  /** Modules that it may load. */
  paths: string[];
  links: Record<string, Link>;
}
