import { useSelfRepairLoop } from '../../support/self-repair-loop';
import { TOOL_ROWS } from '../../support/tool-rows';

describe('a failure that the self-repair loop can repair', () => {
  const loop = useSelfRepairLoop();

  it.each(TOOL_ROWS)('of $tool is recovered', (row) => loop.recovers(row));
});
