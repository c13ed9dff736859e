/** Module of Python that keeps calls, makes others near them, and has them answered by each program. */
export const PYTHON_REPLAY = String.raw`
import contextlib, importlib, inspect, io, json, os, pickle, random, select, signal, sys, time, types
from kintsugi_show import UsedUp, raised, short, show
from kintsugi_vary import interleaved, literals_of, varied_calls

MOST_BYTES = 20000
MOST_SEEN = 200
MOST_RECORDED = 60
MOST_CALLS = 240
VARIED = 8
CALL_SECONDS = 0.15
MOST_ENDLESS = 6
# Calls without an end that every program is asked.
KEPT_ENDLESS = 2
ENDLESS = "does not end"
ROOM = 48000

class Bounded(io.BytesIO):
    def write(self, data):
        if self.tell() + len(data) > MOST_BYTES:
            raise ValueError("too long")
        return super().write(data)

def packed(value):
    out = Bounded()
    pickle.Pickler(out, 4).dump(value)
    return out.getvalue()

def record(recorded, name, frame, passing):
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    key = (frame.f_globals.get("__name__"), name)
    calls = recorded.setdefault(key, {})
    if len(calls) < MOST_SEEN:
        data = packed({one: frame.f_locals[one] for one in code.co_varnames[:count]})
        calls[data] = calls.get(data, True) and passing

def function_of(module, name):
    """The function itself, without its decorators."""
    found = importlib.import_module(module)
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    if isinstance(found, (staticmethod, classmethod)):
        found = found.__func__
    elif isinstance(found, property):
        found = found.fget
    found = inspect.unwrap(found)
    return found if isinstance(found, types.FunctionType) else None

def given(function, call):
    """Arguments as the call passes them, without those at the end that are the defaults."""
    code = function.__code__
    names = code.co_varnames
    last = code.co_argcount + code.co_kwonlyargcount
    args = [call[one] for one in names[:code.co_argcount]]
    keywords = {one: call[one] for one in names[code.co_argcount:last]}
    if code.co_flags & 4:
        args += call[names[last]]
        last += 1
    if code.co_flags & 8:
        keywords.update(call[names[last]])
    defaults = function.__defaults__ or ()
    first = code.co_argcount - len(defaults)
    while first < len(args) <= code.co_argcount and same(args[-1], defaults[len(args) - 1 - first]):
        args.pop()
    for one, default in (function.__kwdefaults__ or {}).items():
        if one in keywords and same(keywords[one], default):
            del keywords[one]
    return args, keywords

def same(value, other):
    return type(value) is type(other) and packed(value) == packed(other)

def telling(calls, most):
    """At most so many, up to a third of them from failing tests: these come to what is repaired."""
    failing = evenly([one for one in calls if not one[1]], -(-most // 3))
    return failing + evenly([one for one in calls if one[1]], most - len(failing))

def evenly(calls, most):
    return calls if len(calls) <= most else [calls[at * len(calls) // most] for at in range(most)]

def plan_calls(recorded):
    """Calls to be answered: name, arguments, how they are shown, and the arguments that are new."""
    planned, seen = [], set()
    def add(key, function, call, origin, changed={}, foreign=False):
        if len(planned) >= MOST_CALLS:
            return
        try:
            args, keywords = given(function, dict(call, **changed))
            data = packed((args, keywords))
            if (key, data) not in seen:
                seen.add((key, data))
                new = {(key, one, show(changed[one])) for one in changed}
                planned.append((key, data, {"text": shown(key[1], function, args, keywords), "origin": origin, "foreign": foreign}, new))
        except Exception:
            pass
    lists = []
    for key, calls in recorded.items():
        try:
            function = function_of(*key)
            loaded = [(pickle.loads(data), passing) for data, passing in telling(list(calls.items()), MOST_RECORDED)]
        except Exception:
            continue
        if function is None:
            continue
        for call, passing in loaded:
            add(key, function, call, "passing" if passing else "failing")
        literals = literals_of(function.__code__)
        all_calls = [call for call, _ in loaded]
        for call, _ in telling(loaded, VARIED):
            near = varied_calls(call, all_calls, literals, is_method(key[1], function))
            lists.append([(key, function, *one) for one in near])
    for key, function, call, changed, foreign in interleaved(lists):
        add(key, function, call, "varied", changed, foreign)
    return planned

def is_method(name, function):
    return "." in name and function.__code__.co_varnames[:1] in (("self",), ("cls",))

def shown(name, function, args, keywords):
    words = [show(one, True) for one in args] + ["%s=%s" % (key, show(one, True)) for key, one in keywords.items()]
    owner, _, last = name.rpartition(".")
    if not is_method(name, function) or not args:
        return "%s(%s)" % (name, ", ".join(words))
    if last == "__init__":
        return "%s(%s)" % (owner, ", ".join(words[1:]))
    text = "%s(%s)" % (name, ", ".join(words[1:]))
    return text if isinstance(args[0], type) else "%s of %s" % (text, words[0])

class Endless(BaseException):
    pass

class Slow(BaseException):
    pass

def stopping(kind):
    def stop(number, frame):
        raise kind()
    return stop

def timers(seconds):
    # Time of the processor says the same on a busy machine; a call that sleeps has its time by the clock.
    signal.setitimer(signal.ITIMER_PROF, seconds, seconds and 0.5)
    signal.setitimer(signal.ITIMER_REAL, 8 * seconds, seconds and 0.5)

def answer(function, name, data):
    args, keywords = pickle.loads(data)
    values = list(args) + list(keywords.values())
    names = list(function.__code__.co_varnames[:len(args)])
    names += ["argument %d" % (at + 1) for at in range(len(names), len(args))] + list(keywords)
    before = [show(one, True) for one in values]
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            timers(CALL_SECONDS)
            value = function(*args, **keywords)
            if inspect.iscoroutine(value):
                import asyncio
                value = asyncio.run(value)
            made = name.endswith("__init__") and args
            text = show(args[0] if made else value)
        after = [show(one, True) for one in values]
    except Endless:
        return ENDLESS
    except Slow:
        return None
    except BaseException as error:
        text = raised(error)
        after = [show(one, True) for one in values]
    finally:
        timers(0)
    for at, now in enumerate(after):
        if now != before[at] and not (at == 0 and name.endswith("__init__")):
            text += "; %s becomes %s" % (names[at], now)
    said = out.getvalue()
    return short(text + ("; prints %r" % said if said else ""))

def forget_project(root):
    """Modules of the project are loaded again, from what is there now."""
    inside = root.rstrip(os.sep) + os.sep
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name != "__main__" and not name.startswith("kintsugi_") and isinstance(file, str) and os.path.realpath(file).startswith(inside) and "site-packages" not in file:
            del sys.modules[name]
    sys.dont_write_bytecode = True
    # Compiled files of another text with as many characters may lie about.
    sys.pycache_prefix = os.path.join(inside, "none")
    importlib.invalidate_caches()

def answer_all(root, folder, planned, places, out):
    os.chdir(folder)
    forget_project(root)
    signal.signal(signal.SIGPROF, stopping(Endless))
    signal.signal(signal.SIGALRM, stopping(Slow))
    functions = {}
    for key in {planned[at][0] for at in places}:
        try:
            functions[key] = function_of(*key)
        except BaseException:
            functions[key] = None
    endless, without_end = 0, set()
    for at in places:
        key, data, _, new = planned[at]
        text = None
        # An argument by which one call does not end keeps others from it as well.
        if functions[key] is not None and endless < MOST_ENDLESS and not new & without_end:
            try:
                text = answer(functions[key], key[1], data)
            except BaseException:
                pass
            if text in (None, ENDLESS):
                endless += 1
                without_end |= new
        if text is not None:
            out.write(json.dumps([at, text]) + "\n")
            out.flush()

def put(here, root, program):
    for path, name in program.items():
        target = os.path.join(root, path)
        if name is None:
            with contextlib.suppress(OSError):
                os.remove(target)
            continue
        with open(os.path.join(here, name), "rb") as f:
            data = f.read()
        with open(target, "wb") as f:
            f.write(data)

def end(kill, pid):
    with contextlib.suppress(OSError):
        kill(pid, signal.SIGKILL)

def wait(pid, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if os.waitpid(pid, os.WNOHANG)[0]:
            end(os.killpg, pid)
            return
        time.sleep(0.003)
    end(os.killpg, pid)
    end(os.kill, pid)
    os.waitpid(pid, 0)

def answers_of(here, root, folder, program, planned, places, seconds, turn):
    """Answers of a program by the place of the call."""
    put(here, root, program)
    name = os.path.join(here, "answers-%d-%d" % (os.getpid(), time.monotonic_ns()))
    pid = os.fork()
    if pid == 0:
        try:
            os.setpgid(0, 0)
            null = os.open(os.devnull, os.O_RDWR)
            for fd in (0, 1, 2):
                os.dup2(null, fd)
            random.seed(turn)
            with open(name, "w") as out:
                answer_all(root, folder, planned, places, out)
        finally:
            os._exit(0)
    wait(pid, seconds)
    found = {}
    with contextlib.suppress(OSError, ValueError):
        with open(name) as f:
            for line in f:
                at, text = json.loads(line)
                found[at] = text
    return found

def replay(here, root, plan, recorded):
    until = time.monotonic() + plan["seconds"]
    planned = plan_calls(recorded)
    programs = plan["programs"]
    def ask(program, places, share, turn=0):
        seconds = max(0.05, share * (until - time.monotonic()))
        return answers_of(here, root, plan["folder"], program, planned, places, seconds, turn)
    first = ask(programs[1], range(len(planned)), 0.4)
    endless = [at for at in sorted(first) if first[at] == ENDLESS]
    places = sorted(set(first) - set(endless)) + endless[:KEPT_ENDLESS]
    # What depends on chance, time or the calls before says nothing of a program.
    ends = [at for at in places if at not in endless]
    again = ask(programs[1], ends[::-1], 0.4, 1)
    places = [at for at in places if at in endless or again.get(at) == first[at]]
    answers = [first if at == 1 else ask(program, places, 1 / (len(programs) - at + 1)) for at, program in enumerate(programs)]
    room = ROOM
    with open(os.path.join(here, "told"), "w") as out:
        for at in places:
            call = planned[at][2]
            if len(call["text"]) > 2000:
                continue
            texts = [one.get(at) for one in answers]
            kinds = sorted({text for text in texts if text is not None})
            line = json.dumps(dict(call, answers=kinds, by=[kinds.index(text) if text is not None else -1 for text in texts]))
            room -= len(line) + 1
            if room < 0:
                break
            out.write(line + "\n")
`;
