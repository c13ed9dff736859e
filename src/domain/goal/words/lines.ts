/** Where the folders are left at the end of a run. */
export type FoldersLeft = 'changed' | 'restored' | 'dry-run' | 'nothing' | 'unchanged';

/** Sentences of a goal in one language: its questions, how it ends, and its report. */
export interface GoalWords {
  /** End of a sentence. */
  stop: string;
  questions: {
    /** A phrase of the request may mean several paths. */
    which(phrase: string): string;
    /** A step gives several items where one is needed. */
    whichOf(step: number): string;
    whichFolder(what: string): string;
    plan(steps: number): string;
    planWritten(steps: number): string;
    otherArgs(step: number): string;
    publish(changes: number, done: number, total: number): string;
    goOn(step: number): string;
    goOnFrom: string;
    endHere: string;
  };
  warnings: {
    tooFew(done: number, total: number, share: string): string;
    stepFailed(step: number, why: string): string;
    stopped(why: string): string;
    notReached(why: string): string;
    unshown(files: number): string;
  };
  refusals: {
    onlyFirstPlan: string;
    onePlanFile(file: string): string;
    editedPlan(why: string): string;
    noEdits: string;
  };
  results: {
    /** Without its end. */
    steps(done: number, total: number, folders: FoldersLeft): string;
    notBegun: string;
    unchecked(why: string): string;
  };
  reasons: {
    noModel: string;
    noPlan(why: string): string;
    noMeaning(phrase: string): string;
    nobodyAnswered: string;
    rejected(why: string): string;
    notAllowed(why: string): string;
    mostCalls(calls: number): string;
    outOfTime: string;
    wentBack: string;
    needsStep(step: number): string;
    noItems(step: number): string;
    noPath(step: number): string;
    manyItems(step: number, items: number): string;
    notLooked: string;
    tookLonger(seconds: number): string;
    otherThanSaid(why: string): string;
    changedMeanwhile(path: string, why: string): string;
    notTakenBack(why: string, reason: string): string;
    stepFailed(step: number, why: string): string;
    notReached(why: string): string;
  };
  report: {
    plan: string;
    goal(holds: boolean, why: string): string;
    phrases: string;
    steps: string;
    conflicts: string;
    changes: string;
    of(done: number, total: number): string;
    seconds(seconds: string): string;
    nothingFound: string;
    more(count: number): string;
    failed: string;
  };
}
