/** Folder that profiles are written to, in the copy of the project. */
export const PROFILE_FOLDER = '.kintsugi-profile';
/** File in it that names the project's folder. */
export const ROOT_FILE = 'root.txt';

/** A command that is one call of Python: what stands before the program, the program, its arguments. */
const PYTHON = /^((?:[^;&|]{0,300}; export PATH; )?)(python[\d.]{0,6}) ([^;&|<>]{1,1000})$/;
/** A call of Node: versions before 20.16 refuse the flag in `NODE_OPTIONS`. */
const NODE = /^((?:[^;&|]{0,300}; export PATH; )?)node (?=\S)/;

const DUMP =
  "import json,pstats,sys; s=pstats.Stats(sys.argv[1]); json.dump([[k[0],k[1],k[2],v[2],v[3]] for k,v in s.stats.items()],open(sys.argv[2],'w'))";

/** The command with a profiler on, which writes to `PROFILE_FOLDER`: of Python where it is one call of it, else of V8. */
export function profiledCommand(command: string): string {
  const begin = `mkdir -p ${PROFILE_FOLDER} && pwd -P > ${PROFILE_FOLDER}/${ROOT_FILE}; `;
  const python = PYTHON.exec(command);
  if (python) {
    const [, before = '', program = '', rest = ''] = python;
    const raw = `${PROFILE_FOLDER}/raw`;
    const dump = `${program} -c "${DUMP}" ${raw} ${PROFILE_FOLDER}/0.python.json`;
    return `${begin}${before}${program} -m cProfile -o ${raw} ${rest}; code=$?; ${dump}; exit $code`;
  }
  const flags = `--cpu-prof --cpu-prof-dir="$PWD/${PROFILE_FOLDER}"`;
  if (NODE.test(command))
    return begin + command.replace(NODE, (_, before: string) => `${before}node ${flags} `);
  return `${begin}NODE_OPTIONS="--cpu-prof --cpu-prof-dir=$PWD/${PROFILE_FOLDER}"; export NODE_OPTIONS; ${command}`;
}
