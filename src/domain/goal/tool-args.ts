import { z } from 'zod';

/** Items that an earlier step found, made or moved: `{ "fromStep": 2 }`. Steps are counted from 1. */
export const FromStep = z.strictObject({ fromStep: z.number().int().min(1) });
export type FromStep = z.infer<typeof FromStep>;

/** A path relative to the first root, or absolute inside a root; `.` is the first root. */
const Path = z.string().min(1).max(4_096);
const PathArg = z.union([Path, FromStep]);
const Items = z.union([z.array(PathArg).min(1).max(100_000), FromStep]);
const Name = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !name.includes('/'), 'must be one name, without a folder');
const Request = z.string().min(1).max(20_000);

/** Arguments of each tool of a plan. */
export const TOOL_ARGS = {
  locate: z.strictObject({ what: z.string().min(1).max(1_000) }),
  list: z.strictObject({ path: PathArg, depth: z.number().int().min(1).max(20).optional() }),
  find: z.strictObject({
    path: PathArg,
    /** Glob of names. */
    name: z.string().min(1).max(1_000).optional(),
    /** Words in the text of a file, whatever their case; documents are read too. */
    content: z.string().min(1).max(1_000).optional(),
    type: z.enum(['file', 'folder']).optional(),
    minBytes: z.number().int().min(0).optional(),
    maxBytes: z.number().int().min(0).optional(),
    /** ISO 8601: of the modification time; `to` is excluded. */
    from: z.string().max(40).optional(),
    to: z.string().max(40).optional(),
    /** A time in words: `yesterday`, `지난주`, `made last week`. */
    when: z.string().min(1).max(200).optional(),
  }),
  read: z.strictObject({ path: PathArg }),
  make_folder: z.strictObject({ path: Path }),
  move: z.strictObject({ items: Items, to: PathArg, name: Name.optional() }),
  copy: z.strictObject({ items: Items, to: PathArg, name: Name.optional() }),
  rename: z.strictObject({ path: PathArg, name: Name }),
  write: z.strictObject({ path: Path, content: z.string().max(1_000_000) }),
  edit: z.strictObject({
    path: PathArg,
    edits: z
      .array(
        z.strictObject({ search: z.string().min(1), replacement: z.string(), all: z.boolean().optional() }),
      )
      .min(1)
      .max(200),
  }),
  delete: z.strictObject({ items: Items }),
  run: z.strictObject({ command: z.string().min(1).max(4_000), path: PathArg.optional() }),
  heal: z.strictObject({
    path: PathArg,
    request: Request.optional(),
    check: z.string().min(1).max(4_000).optional(),
    maxAttempts: z.number().int().min(1).max(10).optional(),
  }),
  code: z.strictObject({
    spec: Request,
    /** File with the test data. */
    data: PathArg.optional(),
    /** File that the function is written to. */
    out: Path,
    maxIterations: z.number().int().min(1).max(10).optional(),
  }),
  agent: z.strictObject({ path: PathArg, request: Request, check: z.string().min(1).max(4_000).optional() }),
  ask: z.strictObject({
    question: z.string().min(1).max(2_000),
    choices: z.array(z.string().min(1)).max(50).optional(),
  }),
} as const;

/** Name of a tool that a step of a plan may call. */
export const GoalTool = z.enum(
  Object.keys(TOOL_ARGS) as [keyof typeof TOOL_ARGS, ...(keyof typeof TOOL_ARGS)[]],
);
export type GoalTool = z.infer<typeof GoalTool>;

/** Arguments of a tool as a plan gives them. */
export type ToolArgs<T extends GoalTool> = z.infer<(typeof TOOL_ARGS)[T]>;

/** Arguments with the items of earlier steps in the place of `fromStep`. */
export type ResolvedArgs<T extends GoalTool> = Resolved<ToolArgs<T>>;
type Resolved<V> = V extends FromStep
  ? never
  : V extends readonly (infer I)[]
    ? Resolved<I>[]
    : V extends object
      ? { [K in keyof V]: Resolved<V[K]> }
      : V;
