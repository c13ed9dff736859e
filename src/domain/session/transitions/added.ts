import type { WorkingMode } from '../modes';
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

/** Transitions besides those of seed 003: ways in and out of the modes that it leaves for later, and ways that it lacks. */
export const ADDED_TRANSITIONS = transitionsOf({
  context_navigation: [
    ['impact_check_needed', 'impact_analysis', 8, 'The question is what a change would touch.'],
    ['plan_needed', 'agent_planning', 8, 'What was found is too much for one step.'],
  ],
  design: [
    ['plan_needed', 'agent_planning', 8, 'The design is built in several steps.'],
    ['alternatives_needed', 'exploratory_research', 7, 'A decision of the design needs a comparison.'],
  ],
  implementation: [
    ['integration_check_needed', 'ml_integration', 7, 'The code uses a model whose contract is checked.'],
  ],
  debug: [
    ['fix_applied', 'test', 9, 'A fix that healing verified is tested as a whole.'],
    ['slow_path_found', 'performance_profiling', 8, 'The error is one of time or memory.'],
    ['environment_suspected', 'environment_reproduction', 8, 'The error occurs in one environment only.'],
  ],
  test: [
    ['tests_missing', 'implementation', 8, 'Tests that are missing are written.'],
    ['failure_unclear', 'debug', 9, 'The cause of a failing test is not known.'],
  ],
  documentation: [
    ['doc_complete', 'qa', 9, 'Documentation is reviewed like code.'],
    [
      'doc_complete',
      'git_workflow',
      9,
      'The user lets finished documentation be committed.',
      'commits-by-itself',
    ],
  ],
  qa: [
    ['docs_missing', 'documentation', 7, 'The review misses documentation.'],
    ['spec_check_needed', 'spec_compliance', 8, 'The review asks for a comparison with the specification.'],
    ['dependency_risk', 'dependency_intelligence', 8, 'The review doubts a dependency.'],
  ],
  refactor: [
    ['verification_needed', 'verification', 8, 'Tests alone do not show that the behaviour is the same.'],
  ],
  git_workflow: [['conflict_found', 'implementation', 10, 'A conflict is resolved in the code.']],
  agent_planning: [['research_needed', 'exploratory_research', 8, 'The plan depends on an open question.']],
  impact_analysis: [
    ['impact_planned', 'agent_planning', 8, 'The change touches too much for one step.'],
    ['verification_needed', 'verification', 8, 'The affected code is verified as it is.'],
  ],
  migration: [
    ['error_occurred', 'debug', 10, 'The migrated code does not build or run.'],
    ['migration_complete', 'test', 9, 'Migrated code is tested.'],
    ['impact_check', 'impact_analysis', 8, 'Code that was not migrated may depend on it.'],
  ],
  dependency_intelligence: [
    ['upgrade_needed', 'migration', 9, 'An outdated or vulnerable dependency is upgraded.'],
    ['removal_needed', 'implementation', 8, 'An unused dependency is removed.'],
    ['alternative_needed', 'exploratory_research', 7, 'A dependency has to be replaced.'],
  ],
  spec_compliance: [
    ['gap_found', 'implementation', 9, 'A missing item of the specification is implemented.'],
    ['spec_met', 'verification', 8, 'Items that are met are verified by running them.'],
    ['spec_unclear', 'design', 7, 'An unclear item needs a decision of design.'],
  ],
  verification: [
    ['verification_failed', 'debug', 10, 'A refuted claim begins with its cause.'],
    ['tests_missing', 'implementation', 8, 'Without tests nothing is verified: they are written.'],
    ['verified', 'idle', 9, 'Nothing is left to do.'],
    ['verified', 'git_workflow', 9, 'Verified changes are committed.', 'pending-changes'],
  ],
  performance_profiling: [
    ['bottleneck_found', 'refactor', 9, 'The hot code is rewritten with the same behaviour.'],
    ['baseline_needed', 'benchmark', 8, 'A number is needed before anything changes.'],
  ],
  ops_infra: [
    ['ops_ready', 'verification', 9, 'What was configured is tried out.'],
    ['environment_mismatch', 'environment_reproduction', 8, 'The target has other tools than the project.'],
  ],
  environment_reproduction: [
    ['environment_ready', 'test', 9, 'The tests show that the environment is the same.'],
    ['automation_needed', 'ops_infra', 8, 'The environment is built by CI or in a container.'],
    ['version_conflict', 'dependency_intelligence', 8, 'The environments differ in their dependencies.'],
  ],
  benchmark: [
    ['regression_found', 'performance_profiling', 10, 'A loss of speed begins with its cause.'],
    ['improvement_confirmed', 'idle', 9, 'The numbers were the task.'],
    ['improvement_confirmed', 'git_workflow', 9, 'A measured improvement is committed.', 'pending-changes'],
  ],
  ml_integration: [
    ['contract_broken', 'debug', 10, 'Model and data do not fit.'],
    ['integration_needed', 'implementation', 9, 'The model is connected in code.'],
    ['evaluation_needed', 'benchmark', 8, 'The model is measured.'],
  ],
  exploratory_research: [
    ['option_chosen', 'design', 9, 'The chosen alternative is designed.'],
    ['prototype_needed', 'implementation', 8, 'A prototype answers what reading does not.'],
    ['model_chosen', 'ml_integration', 8, 'The chosen alternative is a model.'],
  ],
});

/** Trigger of an intent by the mode that idle moves to for it. The first four are of seed 003. */
export const INTENT_TRIGGERS = {
  context_navigation: 'search_intent',
  implementation: 'code_intent',
  debug: 'error_intent',
  design: 'design_intent',
  test: 'test_intent',
  documentation: 'documentation_intent',
  qa: 'review_intent',
  refactor: 'refactor_intent',
  multi_file_editing: 'multi_file_intent',
  git_workflow: 'git_intent',
  agent_planning: 'planning_intent',
  impact_analysis: 'impact_intent',
  migration: 'migration_intent',
  dependency_intelligence: 'dependency_intent',
  spec_compliance: 'spec_intent',
  verification: 'verification_intent',
  performance_profiling: 'profiling_intent',
  ops_infra: 'ops_intent',
  environment_reproduction: 'environment_intent',
  benchmark: 'benchmark_intent',
  ml_integration: 'ml_intent',
  exploratory_research: 'research_intent',
} as const satisfies Readonly<Record<WorkingMode, string>>;

/** Trigger that takes any mode to idle. */
export const DONE = 'done';
/** Trigger of a "no" of people. */
export const REJECTED = 'rejected';
