/** Node's own modules for a library: those of the snapshot, and those that the library's script holds. */
import type nodeModules from '../core/internal.library';

declare const libraryNatives: Parameters<typeof nodeModules.add>[0];

const nodeModule = loadStandIn('internal/library') as typeof nodeModules;
nodeModule.add(libraryNatives);

export default nodeModule;
