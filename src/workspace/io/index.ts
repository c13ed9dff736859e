export { DirCursor, SafeDir } from './safe-dir';
