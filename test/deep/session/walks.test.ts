import { PureWalk, walkMoves } from '../../support/session-walks';
import { turnOf } from '../../support/session-turns';
import { useKintsugi, useProject } from '../../support/use-kintsugi';

/** Triggers of the walk: `KINTSUGI_TEST_TRIGGERS=10000 npm run test:deep -- session/walks`. */
const TRIGGERS = Number(process.env['KINTSUGI_TEST_TRIGGERS'] ?? 200);

describe('A random walk through the modes', () => {
  const kintsugi = useKintsugi();
  const project = useProject();

  it(
    'moves a session as it moves the pure machine, trigger by trigger, over several executions',
    async () => {
      const session = await kintsugi.client.session({ directory: project.path, continueAfterEvents: 300 });
      const pure = new PureWalk();
      for (const [index, move] of walkMoves(TRIGGERS).entries()) {
        const { trigger, isRefused } = pure.move(move);
        const turn = await turnOf(session, await session.trigger(trigger));
        const seen = {
          at: index,
          mode: await session.ask('mode'),
          offered: (await session.ask('transitions')).map((one) => `${one.trigger} ${one.to}`),
          status: turn.status,
        };
        expect(seen).toEqual({
          at: index,
          mode: pure.mode,
          offered: pure.offered,
          status: isRefused ? 'refused' : 'done',
        });
      }
      expect(await session.ask('history')).toEqual(pure.transitions);
      await session.close();
      expect(await session.result()).toMatchObject({ status: 'closed', turnCount: TRIGGERS });
    },
    60_000 + TRIGGERS * 1_000,
  );
});
