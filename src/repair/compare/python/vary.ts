/** Module of Python that makes other calls near a recorded one, as the one of JavaScript does: (value, foreign), where a foreign value has a type that its place never had. */
export const PYTHON_VARY = String.raw`
import copy, datetime, decimal, enum

MOST_ELEMENTS = 3
MOST_LITERALS = 12
MOST_FIELDS = 6

def own(values):
    return [(one, False) for one in values]

def foreign(values):
    return [(one, True) for one in values]

def literals_of(code):
    """Numbers and texts in the code of a function: values at which its behaviour may turn."""
    numbers, texts = [], []
    for one in code.co_consts:
        if type(one) in (int, float):
            numbers.append(one)
        elif type(one) is str and len(one) <= 80 and one != code.co_name:
            texts.append(one)
        elif isinstance(one, (tuple, frozenset)):
            numbers += [n for n in one if type(n) in (int, float)]
            texts += [t for t in one if type(t) is str and len(t) <= 80]
        elif hasattr(one, "co_consts"):
            inner = literals_of(one)
            numbers += inner[0]
            texts += inner[1]
    return numbers[:MOST_LITERALS], texts[:MOST_LITERALS]

def near_number(value, literals):
    found = [value + 1, value - 1, 0, 1, -1, -value, value * 2, value + 2, value * 10 + 7]
    if isinstance(value, float):
        found += [float(int(value)) if value == value and abs(value) < 1e15 else 0.0, value + 0.5, value + 0.25]
    for one in literals[0]:
        found += [one, one + 1, one - 1]
    return found

def near_text(value, literals):
    middle = len(value) // 2
    first = value[:1] or "a"
    found = ["", value[1:], value[:-1], value + value, value[::-1], value.upper(), value.lower(), " %s " % value,
             "%s %s" % (value, first), "%s 1" % value, value[:middle] + value[middle + 1:],
             value[:middle] + "x" + value[middle:], first, value + (value[-1:] or "z")]
    for one in literals[1]:
        found += [one, value + one]
    return [one for one in found if len(one) <= 500]

def near_list(value, literals, depth):
    make = type(value)
    items = list(value)
    whole = [[], items[1:], items[:-1], items[::-1], items + items]
    if items:
        whole += [items + items[:1], items[:1]]
    try:
        whole.append(sorted(items))
    except Exception:
        pass
    found = own([make(one) for one in whole])
    if depth <= 2:
        for at in sorted({0, len(items) // 2, len(items) - 1})[:MOST_ELEMENTS]:
            if 0 <= at < len(items):
                for other, is_foreign in vary(items[at], literals, depth + 1)[:8]:
                    found.append((make(items[:at] + [other] + items[at + 1:]), is_foreign))
    return found

def near_dict(value, literals, depth):
    found = own([type(value)()] if type(value) is dict else [])
    for key in list(value)[:MOST_FIELDS]:
        for other, is_foreign in vary(value[key], literals, depth + 1)[:6]:
            changed = copy.copy(value)
            changed[key] = other
            found.append((changed, is_foreign))
        less = copy.copy(value)
        del less[key]
        found.append((less, True))
    return found

def near_object(value, literals, depth):
    found = []
    for name, field in list(getattr(value, "__dict__", {}).items())[:MOST_FIELDS]:
        for other, is_foreign in vary(field, literals, depth + 1)[:6]:
            changed = copy.copy(value)
            changed.__dict__[name] = other
            found.append((changed, is_foreign))
    return found

def vary(value, literals, depth=0):
    if depth > 2:
        return []
    kind = type(value)
    if value is None:
        return foreign([0, ""])
    if kind is bool:
        return own([not value]) + foreign([None])
    if kind in (int, float):
        return own(near_number(value, literals)) + foreign([value + 0.5, None])
    if kind is str:
        return own(near_text(value, literals)) + foreign([None, 0])
    if kind is bytes:
        return own([b"", value[1:], value[:-1], value + value, value[::-1]]) + foreign([None])
    if kind in (list, tuple):
        return near_list(value, literals, depth) + foreign([None])
    if kind in (set, frozenset):
        return [(kind(one), is_foreign) for one, is_foreign in near_list(sorted(value), literals, depth)]
    if isinstance(value, dict):
        return near_dict(value, literals, depth) + foreign([None])
    if isinstance(value, enum.Enum):
        return own([one for one in kind if one is not value][:MOST_FIELDS])
    if isinstance(value, datetime.date):
        days = own([value + datetime.timedelta(days=n) for n in (1, -1, 31, 365)])
        return days + (own([value + datetime.timedelta(seconds=n) for n in (1, -1, 3600)]) if isinstance(value, datetime.datetime) else [])
    if isinstance(value, (datetime.timedelta, decimal.Decimal)):
        return own([value + value, value - value, -value])
    return near_object(value, literals, depth) + foreign([None])

def interleaved(lists):
    longest = max([len(one) for one in lists] or [0])
    return [one[at] for at in range(longest) for one in lists if at < len(one)]

def varied_calls(call, calls, literals, is_method):
    """A call with one argument to be changed, that of another call among others, then with two."""
    names = list(call)
    lists = []
    for place, name in enumerate(names):
        value = call[name]
        others = [one[name] for one in calls if name in one][:6]
        try:
            near = vary(value, literals)
        except Exception:
            near = []
        if place == 0 and is_method:
            others, near = [], [one for one in near if type(one[0]) is type(value)]
        lists.append([(name, other, is_foreign) for other, is_foreign in own(others) + near])
    single = interleaved(lists)
    for name, other, is_foreign in single:
        yield call, {name: other}, is_foreign
    plain = [one for one in single if not one[2]]
    for at, (name, other, _) in enumerate(plain):
        second = next((one for one in plain[at + 1 + at % 5:] if one[0] != name), None)
        if second:
            yield call, {name: other, second[0]: second[1]}, False
`;
