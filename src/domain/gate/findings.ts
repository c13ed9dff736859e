import { z } from 'zod';

/** Weight of a finding: it refuses the change, is noted for a reader, or says that nothing can be judged. */
type Weight = 'refuses' | 'notes' | 'unjudges';

interface FindingKind {
  title: string;
  weight: Weight;
  /** One sentence. */
  meaning: string;
}

/** Every finding of a gate by its id, which never changes its meaning. docs/gate.md has a section on each. */
export const FINDINGS = {
  'KTG-TEST-BROKEN': {
    title: 'A test that passed fails',
    weight: 'refuses',
    meaning: 'A test passed before the change and fails now.',
  },
  'KTG-TEST-MISSING': {
    title: 'A test is not run any more',
    weight: 'refuses',
    meaning: 'A test ran before the change and is deleted, skipped or not collected now.',
  },
  'KTG-TEST-FAILS': {
    title: 'A test fails that did not fail before',
    weight: 'refuses',
    meaning: 'A test that the change brought, or that did not run before, fails.',
  },
  'KTG-JUDGE-WEAKENED': {
    title: 'A test asks for less',
    weight: 'refuses',
    meaning: 'A test file has fewer tests or assertions, looser ones, skipped ones, or new mocks.',
  },
  'KTG-JUDGE-CHANGED': {
    title: 'A file that judges was changed',
    weight: 'refuses',
    meaning: 'The change edits what configures the tests or helps them, and --impacted does not name it.',
  },
  'KTG-JUDGE-REPLACED': {
    title: 'A file takes the place of another',
    weight: 'refuses',
    meaning: 'A new file would be loaded in place of a source, a package or a judge.',
  },
  'KTG-JUDGE-NOT-OPENED': {
    title: 'A check no longer opens a judge',
    weight: 'refuses',
    meaning: 'A check opened a file before the change and does not now, so that file judges nothing.',
  },
  'KTG-BUILT-INS': {
    title: 'The program changes built-ins',
    weight: 'refuses',
    meaning: 'The program changes built-ins or shared modules that the tests rely on.',
  },
  'KTG-SNIFFS-TESTS': {
    title: 'The program looks at whether it is tested',
    weight: 'refuses',
    meaning:
      'The change asks for signs of a test run, so what the tests see may differ from what people get.',
  },
  'KTG-COMMAND-RED': {
    title: "The project's own command is red",
    weight: 'refuses',
    meaning: "The sandbox calls the change green, and the project's own command does not.",
  },
  'KTG-BY-HEART': {
    title: 'The program knows its tests by heart',
    weight: 'refuses',
    meaning: 'The change holds at least half of the rows of a test, inputs with their results.',
  },
  'KTG-SPECIAL-CASE': {
    title: 'A sign of a special case',
    weight: 'notes',
    meaning: 'The change looks as if it answered the tests rather than the problem.',
  },
  'KTG-UNTESTED-LINES': {
    title: 'Changed lines that no test executes',
    weight: 'notes',
    meaning: 'The verdict says nothing of these lines.',
  },
  'KTG-JUDGE-EDITED': {
    title: 'A test, snapshot or manifest was edited',
    weight: 'notes',
    meaning: 'The edit does not weaken it, but it may expect something else than before.',
  },
  'KTG-STILL-RED': {
    title: 'Tests fail as before',
    weight: 'notes',
    meaning: 'Tests failed before the change and still do.',
  },
  'KTG-RED-TOUCHED': {
    title: 'A test that failed before sees the change and still fails',
    weight: 'unjudges',
    meaning:
      'A failing test executes the change, or fails in another way now: it says nothing of whether the change is right.',
  },
  'KTG-TEST-FITTED': {
    title: 'Tests are green by their own edits alone',
    weight: 'unjudges',
    meaning:
      'Tests that failed pass now, and the change edits tests but no code of the program, of which that says nothing.',
  },
  'KTG-UNCONFIRMED': {
    title: "The project's own command did not confirm it",
    weight: 'notes',
    meaning: "The verdict is the sandbox's alone.",
  },
  'KTG-NOTHING-JUDGED': {
    title: 'Nothing can be judged',
    weight: 'unjudges',
    meaning: 'No test or check could be run that would say anything of the change.',
  },
} as const satisfies Readonly<Record<string, FindingKind>>;

export type FindingId = keyof typeof FINDINGS;
const FINDING_IDS = Object.keys(FINDINGS) as [FindingId, ...FindingId[]];

/** Something that a gate says of a change. */
export const Finding = z.object({
  id: z.enum(FINDING_IDS),
  path: z.string().optional(),
  line: z.number().int().optional(),
  /** One sentence. */
  message: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** The table's row of an id. */
export function kindOf(id: FindingId): FindingKind {
  return FINDINGS[id];
}

/** `src/sum.ts:3`; undefined for a finding about the whole. */
export function placeOf({ path, line }: Finding): string | undefined {
  return path === undefined || line === undefined ? path : `${path}:${line}`;
}
