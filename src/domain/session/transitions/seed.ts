import { transitionsOf } from './transition';

/** The transitions of seed 003, its example of a condition included. */
export const SEED_TRANSITIONS = transitionsOf({
  idle: [
    ['search_intent', 'context_navigation', 10, 'A question about code begins with a search.'],
    ['code_intent', 'implementation', 10, 'A request for code begins with writing it.'],
    ['error_intent', 'debug', 10, 'A reported error begins with its cause.'],
    ['design_intent', 'design', 10, 'A question of structure begins with a design.'],
  ],
  context_navigation: [
    ['target_found', 'implementation', 9, 'The place of the change is known.'],
    ['bug_located', 'debug', 9, 'The place of the error is known.'],
    ['architecture_needed', 'design', 8, 'What was found needs a design before code.'],
  ],
  design: [
    ['design_approved', 'implementation', 9, 'An approved design is implemented.'],
    [
      'large_change_planned',
      'multi_file_editing',
      9,
      'The design changes many files, which change together.',
    ],
  ],
  implementation: [
    ['code_complete', 'test', 9, 'Finished code is tested.'],
    [
      'code_complete',
      'multi_file_editing',
      9,
      'A change of many files goes on as one transaction.',
      'large-change',
    ],
    ['error_occurred', 'debug', 10, 'An error is understood before more code is written.'],
    ['doc_needed', 'documentation', 7, 'The change needs documentation.'],
    ['review_needed', 'qa', 8, 'The change needs a review.'],
    ['rejected', 'context_navigation', 10, 'A rejected change is looked at anew.'],
  ],
  debug: [
    ['fix_identified', 'implementation', 9, 'A known fix is implemented.'],
    ['reproduce_needed', 'test', 8, 'A test reproduces the error.'],
    ['impact_check_needed', 'impact_analysis', 8, 'The fix may affect other code.'],
  ],
  test: [
    ['test_failed', 'implementation', 10, 'A failing test sends the code back.'],
    ['tests_passed', 'qa', 9, 'Tested code is reviewed.'],
  ],
  qa: [
    ['improvement_needed', 'refactor', 8, 'The review asks for a better structure.'],
    ['issues_found', 'implementation', 9, 'The review found defects.'],
    ['approved', 'git_workflow', 9, 'Approved code is committed.'],
  ],
  refactor: [
    ['refactor_complete', 'test', 9, 'Tests show that the behaviour is the same.'],
    ['large_refactor', 'multi_file_editing', 8, 'The refactoring changes many files together.'],
  ],
  multi_file_editing: [
    ['impact_check', 'impact_analysis', 9, 'A change of many files may affect others.'],
    ['changes_ready', 'test', 9, 'The changes are tested together.'],
    ['commit_ready', 'git_workflow', 8, 'The changes are committed together.'],
  ],
  impact_analysis: [
    ['affected_tests', 'test', 9, 'The tests that cover the change are run.'],
    ['additional_fixes', 'implementation', 8, 'Affected code has to follow the change.'],
  ],
  git_workflow: [['committed', 'idle', 9, 'A commit ends the task.']],
  agent_planning: [
    ['plan_ready', 'implementation', 9, 'The first step of the plan is code.'],
    ['complex_plan', 'multi_file_editing', 9, 'The plan changes many files together.'],
    ['migration_plan', 'migration', 8, 'The plan is a migration.'],
  ],
});
