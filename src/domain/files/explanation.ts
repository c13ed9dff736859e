import { z } from 'zod';
import { TreeHash } from '../ids';

const HeavyKind = z.enum(['dependencies', 'output', 'cache', 'history']);

/** A rule for heavy folders as it is told: where it comes from, and what a checkout has in the folder's place. */
const ToldRule = z.object({
  name: z.string(),
  kind: HeavyKind,
  reason: z.string(),
  /** It holds only beside one of these files. */
  beside: z.array(z.string()).optional(),
  /** `built-in`, or the setting that names it. */
  from: z.string(),
  inCheckout: z.string(),
});
export type ToldRule = z.infer<typeof ToldRule>;

/** Explanation of a capture: the paths it takes and leaves out, and the rules for it. */
export const Explanation = z.object({
  version: z.literal(1),
  directory: z.string(),
  tree: TreeHash,
  captured: z.object({
    /** Regular files; links are counted apart. */
    files: z.number().int(),
    bytes: z.number().int(),
    links: z.number().int(),
    /** Without the directory itself. */
    folders: z.number().int(),
    emptyFolders: z.number().int(),
  }),
  /** Heavy folders that are left out, each with its rule. */
  heavy: z.array(z.object({ path: z.string(), rule: ToldRule })),
  /** Other paths that are left out. */
  skipped: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(['special', 'unreadable', 'long-path', 'own-data', 'unfinished']),
      reason: z.string(),
    }),
  ),
  /** Captured paths that may give trouble elsewhere. */
  oddNames: z.array(z.object({ path: z.string(), reason: z.string() })),
  rules: z.array(ToldRule),
  /** Built-in rules that a setting takes out of force, or `git` for a folder that it tracks; `rule` is absent where there is none of that name. */
  notInForce: z.array(z.object({ name: z.string(), by: z.string(), rule: z.string().optional() })),
});
export type Explanation = z.infer<typeof Explanation>;
