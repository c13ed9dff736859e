/** A line of a shell whose Pythons read a module of ours as they start, whatever path the line sets for them. */
export function withStartModule(line: string): string {
  return line.replaceAll(/\bPYTHONPATH=/g, 'PYTHONPATH="$KINTSUGI_PYTHON":');
}

/** Settings under which Pythons find the module in the folder, a word of a shell. */
export function startModuleIn(folder: string): string {
  return `export KINTSUGI_PYTHON=${folder}; export PYTHONPATH="$KINTSUGI_PYTHON\${PYTHONPATH:+:$PYTHONPATH}"`;
}
