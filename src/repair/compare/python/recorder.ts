import { START_AND_HAND_ON } from '../../commands/python-path';

/**
 * Module that every Python reads as it starts: it records the calls that tests make of the functions in which programs differ.
 * When the tests are over it makes others of these, and asks each program for its answers in a child of its own, which has all
 * loaded that the tests have loaded but the project, and loads that anew.
 */
export const PYTHON_RECORDER = String.raw`
import os, sys

def _start():
    here = os.path.dirname(os.path.abspath(__file__))
    own = [p for p in sys.path if os.path.abspath(p or ".") == here]
    rest = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and os.path.abspath(p) != here]
    if rest:
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    else:
        os.environ.pop("PYTHONPATH", None)
    root = os.environ.pop("KINTSUGI_COMPARE", "")
    if root:
        import kintsugi_programs, kintsugi_replay
    sys.path[:] = [p for p in sys.path if p not in own]
    if not root:
        return
    import atexit, threading, unittest.case
    plan, targets = kintsugi_programs.read(here, os.path.realpath(root))
    if not targets:
        return
    plan["folder"] = os.getcwd()
    files, starts, current, recorded = {}, {}, [None], {}

    def is_passing():
        name = current[0]
        if name is None:
            name = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition("::")[2].rpartition(" (")[0]
        return name not in plan["failing"] and name != ""

    def on_call(frame, event, arg):
        if event != "call":
            return
        code = frame.f_code
        file = code.co_filename
        known = files.get(file, files)
        if known is files:
            known = files[file] = targets.get(os.path.realpath(file))
        if not known:
            return
        name = known.get((code.co_firstlineno, code.co_name))
        if name is None:
            return
        # Generators and coroutines are entered again wherever they wait.
        if code.co_flags & 0x2A0 and starts.setdefault((file, code.co_firstlineno), frame.f_lasti) != frame.f_lasti:
            return
        try:
            kintsugi_replay.record(recorded, name, frame, is_passing())
        except Exception:
            pass

    run = unittest.case.TestCase.run
    def known_run(self, result=None):
        before = current[0]
        current[0] = self._testMethodName
        try:
            return run(self, result)
        finally:
            current[0] = before
    unittest.case.TestCase.run = known_run

    owner = os.getpid()
    def finish():
        sys.setprofile(None)
        if recorded and os.getpid() == owner:
            kintsugi_replay.replay(here, os.path.realpath(root), plan, recorded)
    atexit.register(finish)
    threading.setprofile(on_call)
    sys.setprofile(on_call)

${START_AND_HAND_ON}`;

/** Module that reads the programs, and says which functions they differ in. */
export const PYTHON_PROGRAMS = String.raw`
import ast, json, os

MOST_FUNCTIONS = 8
MOST_USERS = 5

def read(here, root):
    """The plan, and the functions by path, first line and name in the program that the tests run on."""
    with open(os.path.join(here, "plan.json")) as f:
        plan = json.load(f)
    targets = {}
    paths = sorted({path for program in plan["programs"] for path in program})
    for path in paths:
        texts = [text_of(here, program[path]) for program in plan["programs"] if program.get(path)]
        trees = [tree for tree in map(parsed, texts) if tree is not None]
        # The first is the program as it was, the second the one that the tests run on.
        ran = plan["programs"][1].get(path)
        found = {}
        if ran and trees:
            functions = functions_of(parsed(text_of(here, ran)) or trees[-1])
            for name in differing(trees):
                if name in functions:
                    found[(functions[name][0], functions[name][1])] = name
        if found:
            targets[os.path.realpath(os.path.join(root, path))] = found
    return plan, targets

def text_of(here, name):
    with open(os.path.join(here, name), encoding="utf-8", errors="replace") as f:
        return f.read()

def parsed(text):
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None

def functions_of(tree):
    """Functions of a module and methods of its classes: first line, name, text of the tree, names in it."""
    found = {}
    def visit(body, prefix):
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if not any(isinstance(one, ast.Attribute) and one.attr in ("setter", "deleter", "overload") for one in node.decorator_list):
                    line = min([node.lineno] + [one.lineno for one in node.decorator_list])
                    found[prefix + node.name] = (line, node.name, ast.dump(node), names_in(node))
            elif isinstance(node, ast.ClassDef):
                visit(node.body, prefix + node.name + ".")
            elif isinstance(node, (ast.If, ast.Try)):
                visit(node.body + node.orelse, prefix)
    visit(tree.body, "")
    return found

def names_in(node):
    return {getattr(one, "id", getattr(one, "attr", None)) for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute))}

def differing(trees):
    """Names of the functions in which programs differ, and of those that use what differs beside functions."""
    known = [functions_of(tree) for tree in trees]
    common = [name for name in known[-1] if all(name in one for one in known)]
    found = [name for name in common if len({one[name][2] for one in known}) > 1]
    rests = [rest_of(tree) for tree in trees]
    changed = set()
    for dumped in {key for rest in rests for key in rest}:
        if not all(dumped in rest for rest in rests):
            changed |= next(rest[dumped] for rest in rests if dumped in rest)
    if changed:
        users = [name for name in common if name not in found and known[-1][name][3] & changed]
        found += users[:MOST_USERS]
    return (found or common)[:MOST_FUNCTIONS]

def rest_of(tree):
    """Statements beside functions, with the names that they bind."""
    found = {}
    def visit(body):
        for node in body:
            if isinstance(node, ast.ClassDef):
                visit(node.body)
            elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                bound = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
                bound |= {(one.asname or one.name).split(".")[0] for one in ast.walk(node) if isinstance(one, ast.alias)}
                found[ast.dump(node)] = bound
    visit(tree.body)
    return found
`;
