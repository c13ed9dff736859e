export { beginTask, type BeginInput, type Begun, writeRecord } from './begin';
export { callTool, type CallToolDeps, type CallToolInput, questionOfCall } from './call-tool';
export { readTask } from './task';
export { openTurn, type ThinkInput } from './open-turn';
export { think } from './think';
export { beginWork, type BeginWorkInput, type EndedWork, endWork, type EndWorkInput } from './work';
export { directoryTools, type DirectoryToolDeps } from '../tools/directory/source';
export { mcpTools, ownTools, readOwnTools } from '../tools/own';
export { BUILT_IN_TOOLS, specsOf, ToolRegistry, type ToolSource } from '../tools/registry';
