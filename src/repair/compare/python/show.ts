/** Module of Python that writes a value as a canonical text: what equals another has the same text, in whatever process. */
export const PYTHON_SHOW = String.raw`
import dataclasses, enum, re

MOST_NODES = 500
MOST_DEPTH = 8
MOST_DRAINED = 50
MOST_CHARS = 400
# Their messages name variables, which say nothing of behaviour.
ENGINE = ("TypeError", "NameError", "UnboundLocalError", "AttributeError", "IndexError", "KeyError", "ZeroDivisionError",
          "RecursionError", "AssertionError", "MemoryError", "OverflowError", "StopIteration", "ImportError", "ModuleNotFoundError")
ADDRESS = re.compile(" at 0x[0-9a-fA-F]{1,20}")

class UsedUp(Exception):
    """Showing the value would take from it."""

class Shower:
    def __init__(self, pure):
        self.pure = pure
        self.nodes = 0
        self.open = []

    def show(self, value):
        self.nodes += 1
        if self.nodes > MOST_NODES or len(self.open) > MOST_DEPTH:
            return "…"
        if any(one is value for one in self.open):
            return "itself"
        self.open.append(value)
        try:
            return self.text(value)
        finally:
            self.open.pop()

    def each(self, values):
        return [self.show(one) for one in values]

    def fields(self, pairs):
        return ", ".join("%s=%s" % (name, self.show(one)) for name, one in pairs)

    def pairs(self, value):
        return ["%s: %s" % (self.show(key), self.show(one)) for key, one in value.items()]

    def text(self, value):
        kind = type(value)
        name = kind.__name__
        if value is None or kind in (bool, int, float, complex, bytes, range, slice):
            return repr(value)
        if kind is str:
            return repr(value if len(value) < 5000 else value[:5000])
        if isinstance(value, enum.Enum):
            return "%s.%s" % (name, value.name)
        if isinstance(value, type) or callable(value) and hasattr(value, "__qualname__"):
            return value.__qualname__
        if isinstance(value, BaseException):
            return "%s(%s)" % (name, ", ".join(self.each(value.args)))
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return "%s(%s)" % (name, self.fields(zip(kind._fields, value)))
        if isinstance(value, (list, tuple)):
            inner = ", ".join(self.each(value))
            if isinstance(value, tuple) and len(value) == 1:
                inner += ","
            return self.named(kind, (list, tuple), ("[%s]" if isinstance(value, list) else "(%s)") % inner)
        if isinstance(value, (set, frozenset)):
            inner = "{%s}" % ", ".join(sorted(self.each(value))) if value else ""
            return inner if kind is set and value else "%s(%s)" % (name, inner)
        if isinstance(value, dict):
            pairs = self.pairs(value)
            return self.named(kind, (dict,), "{%s}" % ", ".join(pairs if name == "OrderedDict" else sorted(pairs)))
        if hasattr(kind, "__next__"):
            return self.drained(value)
        return self.of_object(value, name)

    def named(self, kind, plain, text):
        return text if kind in plain else "%s(%s)" % (kind.__name__, text)

    def drained(self, value):
        if self.pure:
            raise UsedUp()
        shown = []
        for one in value:
            shown.append(self.show(one))
            if len(shown) >= MOST_DRAINED:
                break
        return "iterator of [%s]" % ", ".join(shown)

    def of_object(self, value, name):
        if dataclasses.is_dataclass(value):
            fields = [(one.name, getattr(value, one.name, None)) for one in dataclasses.fields(value)]
            return "%s(%s)" % (name, self.fields(fields))
        own = getattr(value, "__dict__", None)
        slots = getattr(type(value), "__slots__", None)
        if type(value).__repr__ is not object.__repr__ and own is None and slots is None:
            return ADDRESS.sub("", repr(value))
        fields = sorted((own or {}).items())
        for slot in (slots,) if isinstance(slots, str) else slots or ():
            if hasattr(value, slot) and slot not in (own or {}):
                fields.append((slot, getattr(value, slot)))
        if fields:
            return "%s(%s)" % (name, self.fields(fields))
        return ADDRESS.sub("", repr(value)) if type(value).__repr__ is not object.__repr__ else name + "()"

def short(text):
    return text if len(text) <= MOST_CHARS else "%s… of %d" % (text[:MOST_CHARS], len(text))

def show(value, pure=False):
    return Shower(pure).show(value)

def raised(error):
    name = type(error).__name__
    return "raises " + (name if name in ENGINE or not error.args else show(error))
`;
