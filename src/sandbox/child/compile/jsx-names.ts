/** Names that JSX needs when it has become calls. Sucrase asks for them as it would ask its own import processor. */
import type RootTransformer from 'sucrase/dist/transformers/RootTransformer';
import type { ModuleFrame } from './module-frame';

/** Private parts of sucrase's JSX transformer that are used here. */
interface JsxTransformer {
  cjsAutomaticModuleNameResolutions?: Record<string, string>;
  getPrefixCode(): string;
}

/** Names that JSX needs: those of the source, and those that are imported for it. */
export class JsxNames {
  private resolutions: Record<string, string> = {};
  private readonly paths = new Map<string, string>();

  constructor(private readonly frame: ModuleFrame) {}

  getIdentifierReplacement(name: string): string | null {
    return this.frame.bindings.get(name) ?? null;
  }

  /** The object that a module of JSX functions is bound to. */
  getFreeIdentifierForPath(path: string): string {
    const known = this.paths.get(path) ?? this.frame.made(`jsx${this.paths.size}`);
    this.paths.set(path, known);
    return known;
  }

  /** Takes over from sucrase the import of what it uses, which it would require. */
  attach(root: RootTransformer): void {
    for (const transformer of (root as unknown as { transformers: JsxTransformer[] }).transformers) {
      if (!transformer.cjsAutomaticModuleNameResolutions) continue;
      this.resolutions = transformer.cjsAutomaticModuleNameResolutions;
      transformer.getPrefixCode = () => '';
    }
  }

  /** Imports what it used; false when that is nothing. */
  finish(): boolean {
    for (const [path, made] of Object.entries(this.resolutions))
      this.frame.importModule(JSON.stringify(path), made);
    return Object.keys(this.resolutions).length > 0;
  }
}
