import { VerifiedProject } from '../../support/verified-project';
it('x', async () => {
  const p = await VerifiedProject.of(
    {
      'tests/test_sum.py':
        'import unittest\nfrom app.calc import add\nclass T(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(add(1, 2), 3)\n',
      'app/__init__.py': '',
      'app/calc.py': 'def add(a, b):\n    return a - b\n',
    },
    ['python3 -m unittest discover -s tests -t .'],
  );
  console.log(
    JSON.stringify(
      p.report.checks.map(({ stderr, exitCode, opened }) => ({ stderr, exitCode, opened })),
      null,
      1,
    ),
  );
  console.log(JSON.stringify(await p.repair({ 'unittest.py': 'raise SystemExit(0)\n' })));
  console.log(JSON.stringify(await p.repair({ 'json.py': 'raise SystemExit(0)\n' })));
});
