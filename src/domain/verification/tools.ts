/** Programs that a runner's command starts with, and where they come from. */
const PROGRAMS: Readonly<Record<string, { program: string; get: string }>> = {
  pytest: { program: 'python3', get: 'install Python 3' },
  unittest: { program: 'python3', get: 'install Python 3' },
  go: { program: 'go', get: 'install Go from go.dev/dl' },
  cargo: { program: 'cargo', get: 'install Rust by rustup' },
  maven: { program: 'mvn', get: 'install Maven' },
  gradle: { program: 'gradle', get: 'install Gradle' },
  ctest: { program: 'cmake', get: 'install CMake' },
};

/** A program that a check needs and that the search path lacks; `has` tells. A wrapper of the project's own needs none. */
export function missingProgram(
  { runner, command }: { runner: string; command: string },
  has: (program: string) => boolean,
): { what: string; get: string } | undefined {
  const row = PROGRAMS[runner];
  if (!row || has(row.program) || /\bsh (?:mvnw|gradlew)\b|venv\/bin\//.test(command)) return undefined;
  return { what: row.program, get: row.get };
}
