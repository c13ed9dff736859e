import { spawnSync } from 'node:child_process';

const SET = 'import os, sys; os.setxattr(sys.argv[1], sys.argv[2], sys.argv[3].encode())';
const GET = `import json, os, sys
print(json.dumps({n: os.getxattr(sys.argv[1], n).decode() for n in os.listxattr(sys.argv[1]) if n.startswith("user.")}))`;

/** True if the extended attribute could be set: this machine has Python, and its file system keeps them. */
export function setAttribute(path: string, name: string, value: string): boolean {
  return spawnSync('python3', ['-c', SET, path, name, value]).status === 0;
}

/** Extended attributes of users that a file or folder has. */
export function attributesOf(path: string): Record<string, string> {
  return JSON.parse(spawnSync('python3', ['-c', GET, path], { encoding: 'utf8' }).stdout) as Record<
    string,
    string
  >;
}
