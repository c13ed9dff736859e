/** The two strategies: what comes next where no call is left to carry out. */
import { isValid, type Candidate } from './candidates';
import type { LoopEnd } from './loop';
import type { MadeCall } from './loop-run';
import type { AgentState, Stage } from './state';

/** Choice of a strategy, with the stage that follows it. */
export type Choice =
  { do: 'think' } | { do: 'call'; call: MadeCall; then: Stage } | { do: 'end'; end: LoopEnd };

type Decider = (state: AgentState) => Choice;

/** `react`: the model chooses, until it calls no tool any more. */
const react: Decider = () => ({ do: 'think' });

/** `pipeline`: think, act, test, observe, reflect, in this order. */
const pipeline: Decider = (state) => {
  switch (state.stage) {
    case 'think':
      return thinking(state);
    case 'act':
      return { do: 'call', call: generation(state), then: 'test' };
    case 'test':
      return state.focus !== undefined && state.dataText !== undefined
        ? { do: 'call', call: { tool: 'testCode', code: state.focus }, then: 'observe' }
        : pipeline({ ...state, stage: 'observe' });
    case 'observe':
      return state.focus !== undefined
        ? { do: 'call', call: { tool: 'checkCode', code: state.focus }, then: 'reflect' }
        : pipeline({ ...state, stage: 'reflect' });
    case 'reflect':
      return reflection(state);
  }
};

const DECIDERS = { react, pipeline };

/** The next choice of a run's strategy. */
export function nextChoice(state: AgentState): Choice {
  return DECIDERS[state.strategy](state);
}

/** Analyses what is wrong with the code at hand: runtime errors first. */
function thinking(state: AgentState): Choice {
  const at = focused(state);
  if (at?.run?.success === false)
    return { do: 'call', call: { tool: 'analyzeError', code: at.code, run: at.run.blob }, then: 'act' };
  if (at?.check?.isValid === false)
    return { do: 'call', call: { tool: 'analyzeError', code: at.code, check: at.check.blob }, then: 'act' };
  return pipeline({ ...state, stage: 'act' });
}

function generation(state: AgentState): MadeCall {
  const at = focused(state);
  if (!at) return { tool: 'generateCode' };
  return {
    tool: 'generateCode',
    code: at.code,
    run: at.run?.success === false ? at.run.blob : undefined,
    check: at.check?.isValid === false ? at.check.blob : undefined,
    analysis: state.analysis,
  };
}

function reflection(state: AgentState): Choice {
  const at = focused(state);
  if (at && isValid(at, state.dataText !== undefined)) return { do: 'end', end: 'done' };
  if (state.loop.iterations >= state.limits.maxIterations) return { do: 'end', end: 'iterations' };
  return pipeline({ ...state, stage: 'think' });
}

function focused({ candidates, focus }: AgentState): Candidate | undefined {
  return candidates.find(({ code }) => code === focus);
}
