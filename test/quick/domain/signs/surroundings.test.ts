import { signsOfChange } from '../../../../src/domain/signs/change-signs';

const LOOK = 'look-at-tests';
const COMPARISON = 'tested-comparison';
const REPLACED = 'changed-import';
const ENDED = 'ended-process';
const CHANCE = 'look-at-chance';

describe('new code and what runs it', () => {
  it.each([
    ['import sys\n\nSEEN = any("py" + "test" in one for one in sys.modules)\n', LOOK],
    ['import os\n\nSEEN = os.path.exists("test_titles.py")\n', LOOK],
    ['import gc\n\nSEEN = len(gc.get_objects()) > 9\n', LOOK],
    ['import __main__\n\nSEEN = "test" in str(__main__)\n', LOOK],
    ['from unittest.mock import ANY\n', LOOK],
    ['class Same:\n    __eq__ = lambda self, other: True\n', COMPARISON],
    ['Same = type("Same", (), {"__eq__": lambda *both: True})\n', COMPARISON],
    ['import math\n\nmath.isclose = lambda *both: True\n', REPLACED],
    ['import builtins\n\nbuiltins.AssertionError = StopIteration\n', REPLACED],
    ['from numpy import testing as kit\n\nsetattr(kit, "assert_equal", print)\n', REPLACED],
    ['import os\n\ndef slug(title):\n    os._exit(0)\n', ENDED],
    ['import random\n\nODD = random.random() < 0.5\n', CHANCE],
    ['import datetime\n\nEARLY = datetime.date.today().year < 2100\n', CHANCE],
  ])('a change of what runs the program, or a look at it, is seen: %j', (after, sign) => {
    expect(signsOfChange([{ path: 'titles.py', before: '', after }], [])).toEqual([sign]);
  });

  it.each([
    ['import app\n', 'import app\n\napp.debug = True\nself.Total = 5\n'],
    ['import random\n', 'import random\n\ndef roll(sides):\n    return random.randint(1, sides)\n'],
    ['import sys\n', 'import sys\n\nsys.exit(main())\n'],
    ['', 'class M:\n    def same(self, other):\n        return self.__eq__(other)\n'],
  ])('ordinary surroundings are no sign: %j', (before, after) => {
    expect(signsOfChange([{ path: 'titles.py', before, after }], [])).toEqual([]);
  });

  it('chance is no sign where people ask for the change in words', () => {
    const change = [{ path: 'dice.py', before: '', after: 'import random\n' }];
    expect(signsOfChange(change, [])).toEqual([CHANCE]);
    expect(signsOfChange(change, [], true)).toEqual([]);
  });
});
