/** Servers of tools that the user names: the Model Context Protocol, over a program's pipes or HTTP. */
export { McpConnections, type ConnectionOptions, type McpTool } from './connections';
export { readServers, secretsOf, type McpServer } from './servers';
