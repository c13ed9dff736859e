import { z } from 'zod';

/** The trajectory format of Harbor, version 1.7, as its own models check it: no other fields, and the rules between fields. */
const extra = z.record(z.string(), z.unknown()).optional();
const ToolCall = z.strictObject({
  tool_call_id: z.string(),
  function_name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  extra,
});
const Step = z
  .strictObject({
    step_id: z.number().int().min(1),
    timestamp: z.iso.datetime().optional(),
    source: z.enum(['system', 'user', 'agent']),
    model_name: z.string().optional(),
    reasoning_effort: z.union([z.string(), z.number()]).optional(),
    message: z.string(),
    reasoning_content: z.string().optional(),
    tool_calls: z.array(ToolCall).optional(),
    observation: z
      .strictObject({
        results: z.array(
          z.strictObject({ source_call_id: z.string().optional(), content: z.string().optional(), extra }),
        ),
      })
      .optional(),
    metrics: z.record(z.string(), z.unknown()).optional(),
    llm_call_count: z.number().int().min(0).optional(),
    extra,
  })
  .refine(
    ({ source, ...step }) =>
      source === 'agent' ||
      [step.model_name, step.reasoning_content, step.tool_calls, step.metrics].every(
        (one) => one === undefined,
      ),
    'only an agent has a model, calls and metrics',
  )
  .refine(
    ({ tool_calls: calls = [], observation }) =>
      (observation?.results ?? []).every(
        ({ source_call_id: id }) => id === undefined || calls.some((call) => call.tool_call_id === id),
      ),
    'a result names a call of its step',
  );

export const Trajectory = z
  .strictObject({
    schema_version: z.literal('ATIF-v1.7'),
    session_id: z.string().optional(),
    trajectory_id: z.string().optional(),
    agent: z.strictObject({
      name: z.string(),
      version: z.string(),
      model_name: z.string().optional(),
      extra,
    }),
    steps: z.array(Step).min(1),
    notes: z.string().optional(),
    final_metrics: z
      .strictObject({
        total_prompt_tokens: z.number().int().optional(),
        total_completion_tokens: z.number().int().optional(),
        total_cached_tokens: z.number().int().optional(),
        total_cost_usd: z.number().optional(),
        total_steps: z.number().int().min(0).optional(),
        extra,
      })
      .optional(),
    extra,
  })
  .refine(
    ({ steps }) => steps.every(({ step_id: id }, index) => id === index + 1),
    'steps are numbered from 1',
  );
