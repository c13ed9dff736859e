import type { GateInput } from '../domain/gate/input';
import { gateMachine } from '../domain/gate/machine';
import type { GateEffect, GateEvent } from '../domain/gate/state';
import { SEARCH } from './activity-options';
import { brokenIs } from './broken';
import { judgeAgainst, verifyBefore } from './judge';
import { publishResult } from './publish-result';
import { hostRun, type Performers } from './run/host';
import type { Kit } from './run/kit';

/** Judges changes of one directory, whoever made them, against the state that it was begun with. */
export const gate = hostRun(gateMachine, gateEffects);

/** How each effect of a gate is performed, and the event that comes of it. */
function gateEffects(kit: Kit<GateInput>): Performers<GateEffect, GateEvent> {
  return {
    capture: brokenIs(async ({ label }) => {
      const { directory, checkout = directory, heavyFolders } = kit.input;
      const place = label === 'begin' ? directory : checkout;
      const { tree, times } = await kit.onHost('look at the directory', (activities) =>
        activities.importWorkspace({ key: kit.key(label), directory: place, heavyFolders }),
      );
      return { type: 'captured', tree, times };
    }),
    baseline: brokenIs(async ({ label, tree }) => {
      const rights = { level: kit.input.approval.level, mode: 'gate' };
      const verification = await verifyBefore(kit, { label, tree, rights, keepsBuilds: true });
      return { type: 'baseline-seen', verification };
    }),
    judge: brokenIs(async ({ label, base, tree, baseline }) => {
      const { directory, verification, impactedFiles } = kit.input;
      const look = await kit.call('inspect the change', SEARCH, (activities) =>
        activities.inspectChange({
          key: kit.key(`${label}/inspect`),
          ...{ base, tree, directory, impactedFiles, report: baseline.report },
          spec: baseline.found?.spec ?? verification,
        }),
      );
      const covers = look.files.filter(({ change }) => change !== 'deleted').map(({ path }) => path);
      const row = 'verify: the change';
      return {
        type: 'judged',
        look,
        ...(await judgeAgainst(kit, { label, row, base, tree, baseline, covers })),
      };
    }),
    compare: brokenIs(async ({ base, tree, label }) => ({
      type: 'compared',
      diff: await kit.quietly('compare the change with the files before it', (activities) =>
        activities.compareTrees({
          key: kit.key(label),
          ...{ base, tree, directory: kit.input.directory.realpath },
        }),
      ),
    })),
    publish: (effect) => publishResult(kit, effect),
  };
}
