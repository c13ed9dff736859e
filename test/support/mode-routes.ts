import { AgentMode } from '../../src/domain/session/modes';
import type { Transition } from '../../src/domain/session/transitions/index';

/** The table of seed 003, line by line as it stands there: from, to, trigger, priority. */
export const SEED_TABLE = `
IDLE CONTEXT_NAV search_intent 10
IDLE IMPLEMENTATION code_intent 10
IDLE DEBUG error_intent 10
IDLE DESIGN design_intent 10
CONTEXT_NAV IMPLEMENTATION target_found 9
CONTEXT_NAV DEBUG bug_located 9
CONTEXT_NAV DESIGN architecture_needed 8
DESIGN IMPLEMENTATION design_approved 9
DESIGN MULTI_FILE large_change_planned 9
IMPLEMENTATION TEST code_complete 9
IMPLEMENTATION DEBUG error_occurred 10
IMPLEMENTATION DOCUMENTATION doc_needed 7
IMPLEMENTATION QA review_needed 8
IMPLEMENTATION CONTEXT_NAV rejected 10
DEBUG IMPLEMENTATION fix_identified 9
DEBUG TEST reproduce_needed 8
DEBUG IMPACT impact_check_needed 8
TEST IMPLEMENTATION test_failed 10
TEST QA tests_passed 9
QA REFACTOR improvement_needed 8
QA IMPLEMENTATION issues_found 9
QA GIT approved 9
REFACTOR TEST refactor_complete 9
REFACTOR MULTI_FILE large_refactor 8
MULTI_FILE IMPACT impact_check 9
MULTI_FILE TEST changes_ready 9
MULTI_FILE GIT commit_ready 8
IMPACT TEST affected_tests 9
IMPACT IMPLEMENTATION additional_fixes 8
GIT IDLE committed 9
PLANNING IMPLEMENTATION plan_ready 9
PLANNING MULTI_FILE complex_plan 9
PLANNING MIGRATION migration_plan 8
IMPLEMENTATION MULTI_FILE code_complete 9 large-change
`
  .trim()
  .split('\n')
  .map((line) => {
    const [from = '', to = '', trigger = '', priority, condition] = line.split(' ');
    return { from: modeNamed(from), to: modeNamed(to), trigger, priority: Number(priority), condition };
  });

/** Mode by its name in the seed's table: the beginning of its value, or its last word. */
function modeNamed(name: string): AgentMode {
  const word = name.toLowerCase();
  const found = AgentMode.options.find(
    (mode) => mode === word || mode.startsWith(word) || mode.endsWith(`_${word}`),
  );
  if (!found) throw new Error(`No mode is called ${name}.`);
  return found;
}

/**
 * Offers of each mode, the most urgent first: `trigger mode`, `|` between ranks. Requirements: an error or a refusal comes
 * before all else, the ordinary next mode before side ways, and leaving comes last.
 */
export const OFFERED: Readonly<Record<AgentMode, string>> = {
  idle:
    'search_intent context_navigation, code_intent implementation, error_intent debug, design_intent design, test_intent test, ' +
    'documentation_intent documentation, review_intent qa, refactor_intent refactor, multi_file_intent multi_file_editing, ' +
    'git_intent git_workflow, planning_intent agent_planning, impact_intent impact_analysis, migration_intent migration, ' +
    'dependency_intent dependency_intelligence, spec_intent spec_compliance, verification_intent verification, ' +
    'profiling_intent performance_profiling, ops_intent ops_infra, environment_intent environment_reproduction, ' +
    'benchmark_intent benchmark, ml_intent ml_integration, research_intent exploratory_research',
  context_navigation:
    'rejected context_navigation | target_found implementation, bug_located debug | architecture_needed design, ' +
    'impact_check_needed impact_analysis, plan_needed agent_planning | done idle',
  implementation:
    'rejected context_navigation, error_occurred debug | code_complete test, code_complete multi_file_editing if large-change | ' +
    'review_needed qa | doc_needed documentation, integration_check_needed ml_integration | done idle',
  debug:
    'rejected context_navigation | fix_identified implementation, fix_applied test | reproduce_needed test, ' +
    'impact_check_needed impact_analysis, slow_path_found performance_profiling, environment_suspected environment_reproduction | done idle',
  test: 'rejected context_navigation, test_failed implementation | tests_passed qa, failure_unclear debug | tests_missing implementation | done idle',
  documentation:
    'rejected context_navigation | doc_complete qa, doc_complete git_workflow if commits-by-itself | done idle',
  design:
    'rejected context_navigation | design_approved implementation, large_change_planned multi_file_editing | ' +
    'plan_needed agent_planning | alternatives_needed exploratory_research | done idle',
  qa:
    'rejected context_navigation | issues_found implementation, approved git_workflow | improvement_needed refactor, ' +
    'spec_check_needed spec_compliance, dependency_risk dependency_intelligence | docs_missing documentation | done idle',
  refactor:
    'rejected context_navigation | refactor_complete test | large_refactor multi_file_editing, verification_needed verification | done idle',
  multi_file_editing:
    'rejected context_navigation | impact_check impact_analysis, changes_ready test | commit_ready git_workflow | done idle',
  git_workflow: 'rejected context_navigation, conflict_found implementation | committed idle | done idle',
  agent_planning:
    'rejected context_navigation | plan_ready implementation, complex_plan multi_file_editing | migration_plan migration, ' +
    'research_needed exploratory_research | done idle',
  impact_analysis:
    'rejected context_navigation | affected_tests test | additional_fixes implementation, impact_planned agent_planning, ' +
    'verification_needed verification | done idle',
  migration:
    'rejected context_navigation, error_occurred debug | migration_complete test | impact_check impact_analysis | done idle',
  dependency_intelligence:
    'rejected context_navigation | upgrade_needed migration | removal_needed implementation | alternative_needed exploratory_research | done idle',
  spec_compliance:
    'rejected context_navigation | gap_found implementation | spec_met verification | spec_unclear design | done idle',
  verification:
    'rejected context_navigation, verification_failed debug | verified idle, verified git_workflow if pending-changes | tests_missing implementation | done idle',
  performance_profiling:
    'rejected context_navigation | bottleneck_found refactor | baseline_needed benchmark | done idle',
  ops_infra:
    'rejected context_navigation | ops_ready verification | environment_mismatch environment_reproduction | done idle',
  environment_reproduction:
    'rejected context_navigation | environment_ready test | automation_needed ops_infra, version_conflict dependency_intelligence | done idle',
  benchmark:
    'rejected context_navigation, regression_found performance_profiling | improvement_confirmed idle, ' +
    'improvement_confirmed git_workflow if pending-changes | done idle',
  ml_integration:
    'rejected context_navigation, contract_broken debug | integration_needed implementation | evaluation_needed benchmark | done idle',
  exploratory_research:
    'rejected context_navigation | option_chosen design | prototype_needed implementation, model_chosen ml_integration | done idle',
};

/** Offer of a mode in the same words, entries of a level sorted. */
export function offerOf(transitions: readonly Transition[], mode: AgentMode): string {
  const own = transitions.filter(({ from }) => from === mode);
  const levels = [...new Set(own.map(({ priority }) => priority))].sort((one, other) => other - one);
  return levels
    .map((level) =>
      own
        .filter(({ priority }) => priority === level)
        .map(({ trigger, to, condition }) => `${trigger} ${to}${condition ? ` if ${condition}` : ''}`)
        .sort()
        .join(', '),
    )
    .join(' | ');
}

/** An offer as `OFFERED` has it, entries of a level sorted. */
export function sortedOffer(offer: string): string {
  return offer
    .split(' | ')
    .map((level) => level.split(', ').sort().join(', '))
    .join(' | ');
}
