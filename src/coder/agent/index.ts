export { beginTask, type BeginInput, type Begun } from './begin';
export { callTool, type CallToolDeps, type CallToolInput, questionOfCall } from './call-tool';
export { readTask } from './task';
export { conversation, think, type ThinkInput } from './think';
export { answersTo } from './transcript';
export { writeRecord } from './write-record';
export { mcpTools } from '../tools/mcp';
export { BUILT_IN_TOOLS, specsOf, ToolRegistry, type ToolSource } from '../tools/registry';
