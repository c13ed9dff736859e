import { z } from 'zod';
import { timesOf, type FunctionTime } from './call-times';

/** Rows of a profile of Python: file, line, name, own time and whole time, s. */
export const PythonProfile = z.array(
  z.tuple([z.string(), z.number().int(), z.string(), z.number(), z.number()]),
);
export type PythonProfile = z.infer<typeof PythonProfile>;

/** Folders of packages: code in them is a dependency's. */
const PACKAGES = ['site-packages', 'dist-packages', '.venv', 'venv', 'lib-dynload'];

/** Times of the functions of a profile of `cProfile`, the hottest of the project first. */
export function pythonTimes(rows: PythonProfile, root: string): readonly FunctionTime[] {
  const folder = root.endsWith('/') ? root : `${root}/`;
  return timesOf(
    rows.map(([path, line, name, self, total]) => {
      const isInside =
        path.startsWith(folder) || !(path.startsWith('/') || path.startsWith('<') || path === '~');
      const file = path.startsWith(folder) ? path.slice(folder.length) : path;
      const isOwn = isInside && !file.split('/').some((part) => PACKAGES.includes(part));
      return {
        name: name === '<module>' ? '(module)' : name,
        file,
        line,
        isOwn,
        selfMs: self * 1000,
        totalMs: total * 1000,
      };
    }),
  );
}
