export { filePrints, folderPrint } from './folder-print';
export { DirCursor, SafeDir } from './safe-dir';
