import { listPage, runPage } from '../../../src/client/web-links';

const place = { uiUrl: 'http://127.0.0.1:8080', namespace: 'default', indexed: true };
const queryOf = (page: string | undefined) => new URL(page ?? '').searchParams.get('query');

describe('pages of the Temporal Web UI', () => {
  it('show one run by its id', () => {
    expect(runPage(place, 'heal-a b')).toBe('http://127.0.0.1:8080/namespaces/default/workflows/heal-a%20b');
  });

  it('list the runs of a filter', () => {
    expect(queryOf(listPage(place, {}))).toBe('KintsugiKind IS NOT NULL');
    expect(queryOf(listPage(place, { awaiting: true }))).toBe(
      "KintsugiKind IS NOT NULL AND ExecutionStatus = 'Running' AND KintsugiAwaitingApproval = true",
    );
    expect(queryOf(listPage(place, { directory: "/home/ann/it's" }))).toContain("KintsugiRepo = 'it''s'");
  });

  it('list runs that failed by what their outcomes mean', () => {
    const query = queryOf(listPage(place, { failed: true }));
    expect(query).toContain("'not healed'");
    expect(query).not.toContain('rejected');
  });

  it('are unknown without the address, or without search attributes', () => {
    expect(runPage({ ...place, uiUrl: undefined }, 'a')).toBeUndefined();
    expect(listPage({ ...place, indexed: false }, {})).toBeUndefined();
  });
});
