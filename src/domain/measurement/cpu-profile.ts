import { z } from 'zod';
import { functionTimes, type CallNode, type FunctionTime } from './call-times';

/** A V8 profile, as `node --cpu-prof` writes it. Times in µs. */
export const CpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number().int(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number().int(),
      }),
      children: z.array(z.number().int()).optional(),
    }),
  ),
  startTime: z.number(),
  endTime: z.number(),
  samples: z.array(z.number().int()),
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.infer<typeof CpuProfile>;

/** Frames of V8 in which the program does nothing. */
const RESTING = ['(root)', '(idle)'];

/** Times of the functions of V8 profiles, the hottest of the project first. `root` is the project's folder when they were taken. */
export function cpuTimes(profiles: readonly CpuProfile[], root: string): readonly FunctionTime[] {
  return functionTimes(
    profiles.flatMap((profile, index) => callNodes(profile, root, `${index}`)),
    (frame) => RESTING.includes(frame.name),
  );
}

function callNodes(profile: CpuProfile, root: string, prefix: string): CallNode[] {
  const self = selfTimes(profile);
  return profile.nodes.map(({ id, callFrame, children = [] }) => ({
    id: `${prefix}/${id}`,
    frame: {
      name: nameOf(callFrame),
      // V8 counts lines from 0, and has -1 for code of its own.
      ...placeOf(callFrame.url, root, callFrame.lineNumber + 1),
    },
    selfMs: (self.get(id) ?? 0) / 1000,
    children: children.map((child) => `${prefix}/${child}`),
  }));
}

function nameOf({ functionName, lineNumber, url }: CpuProfile['nodes'][number]['callFrame']): string {
  if (functionName !== '') return functionName;
  return lineNumber === 0 && url !== '' ? '(module)' : '(anonymous)';
}

/** Time of each node itself, µs: a sample lasts until the next one. */
function selfTimes({ samples, timeDeltas, startTime, endTime }: CpuProfile): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let at = startTime;
  for (const [index, node] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    const lasts = timeDeltas[index + 1] ?? endTime - at;
    // Deltas may be negative where the clock of a core lags.
    times.set(node, (times.get(node) ?? 0) + Math.max(0, lasts));
  }
  return times;
}

/** File and line of a frame; the file is relative to the project where it is one of its own. */
function placeOf(url: string, root: string, line: number): { file: string; line: number; isOwn: boolean } {
  const path = pathOfUrl(url);
  const folder = root.endsWith('/') ? root : `${root}/`;
  if (!path.startsWith(folder)) return { file: path, line, isOwn: false };
  const file = path.slice(folder.length);
  return { file, line, isOwn: !file.split('/').includes('node_modules') };
}

function pathOfUrl(url: string): string {
  if (!url.startsWith('file://')) return url;
  try {
    return decodeURIComponent(url.slice('file://'.length));
  } catch {
    return url.slice('file://'.length);
  }
}
