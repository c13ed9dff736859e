import { listPage, runPage } from '../../../src/client/web-links';

const place = { uiUrl: 'http://127.0.0.1:8080', namespace: 'default', indexed: true };
const queryOf = (page: string | undefined) => new URL(page ?? '').searchParams.get('query');

describe('pages of the Temporal Web UI', () => {
  it('show one run by its id', () => {
    const page = 'http://127.0.0.1:8080/namespaces/default/workflows/heal-a%20b';
    expect(runPage(place, 'heal-a b')).toBe(page);
    expect(runPage(place, 'heal-a b', '01f0')).toBe(`${page}/01f0/user-metadata`);
  });

  it('list the runs of a filter', () => {
    expect(queryOf(listPage(place, {}))).toBe('KintsugiKind IS NOT NULL');
    expect(queryOf(listPage(place, { awaiting: true }))).toBe(
      "KintsugiKind IS NOT NULL AND ExecutionStatus = 'Running' AND (KintsugiAwaitingApproval = true OR KintsugiPhase = 'waiting-for-budget')",
    );
    expect(queryOf(listPage(place, { directory: "/home/ann/it's" }))).toContain("KintsugiRepo = 'it''s'");
  });

  it('hold nothing at which a terminal would end a link', () => {
    expect(listPage(place, { awaiting: true, failed: true, directory: "it's (new)" })).not.toMatch(/['()\s]/);
  });

  it('list runs that failed by what their outcomes mean', () => {
    const query = queryOf(listPage(place, { failed: true }));
    expect(query).toContain("'not healed'");
    expect(query).not.toContain('rejected');
  });

  it('list runs that did what they were for', () => {
    expect(queryOf(listPage(place, { healed: true }))).toBe(
      "KintsugiKind IS NOT NULL AND KintsugiOutcome IN ('healed', 'done', 'published in part')",
    );
  });

  it('are unknown without the address, or without search attributes', () => {
    expect(runPage({ ...place, uiUrl: undefined }, 'a')).toBeUndefined();
    expect(listPage({ ...place, indexed: false }, {})).toBeUndefined();
  });
});
