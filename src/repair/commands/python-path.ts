/** A line of a shell whose Pythons read a module of ours as they start, whatever path the line sets for them. */
export function withStartModule(line: string): string {
  return line.replaceAll(/\bPYTHONPATH=/g, 'PYTHONPATH="$KINTSUGI_PYTHON":');
}

/** Settings under which Pythons find the module in the folder, a word of a shell. */
export function startModuleIn(folder: string): string {
  return `export KINTSUGI_PYTHON=${folder}; export PYTHONPATH="$KINTSUGI_PYTHON\${PYTHONPATH:+:$PYTHONPATH}"`;
}

/** End of a `sitecustomize`: it starts, and hands on to the one that it hides, if there is one. */
export const START_AND_HAND_ON = `_start()
del _start
_ours = sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize
except ImportError:
    # Python says that something is wrong where it does not find the module that it has just loaded.
    sys.modules["sitecustomize"] = _ours
`;
