/** Uses of models and data in a text of code: files, endpoints, columns. */

export interface NamedFile {
  readonly path: string;
  readonly line: number;
  readonly kind: 'model' | 'data';
  /** The code writes it: it need not be there. */
  readonly isWritten: boolean;
}

export interface UsedColumn {
  /** File of data as the code names it. */
  readonly data: string;
  readonly column: string;
  readonly line: number;
}

export interface TextUses {
  readonly files: readonly NamedFile[];
  readonly columns: readonly UsedColumn[];
  readonly endpoints: readonly { readonly text: string; readonly line: number }[];
}

const QUOTED = /(["'`])([^"'`\n]{1,300})\1/g;
const MODEL = /[^./\s]\.(?:onnx|pt|pth|ckpt|safetensors|gguf|h5|keras|tflite|pkl|pickle|joblib)$/i;
const DATA = /[^./\s]\.(?:csv|tsv|parquet|pq|jsonl|ndjson|arrow|feather)$/i;
const ENDPOINT =
  /\/v1\/(?:chat\/completions|completions|embeddings|responses|messages)\b|\bapi\.(?:openai|anthropic)\.com\b/;
const WRITES =
  /\b(?:save|dump|write|export|to_(?:csv|parquet|json|feather|pickle)|torch\.save)\w{0,30}\s{0,3}\(|["']w(?:b|\+|t)?["']/i;
const READ =
  /\b([A-Za-z_]\w{0,80})\s{0,3}(?::[^=\n]{1,60})?=\s{0,3}(?:await\s{1,3})?\w{1,40}\.read_(?:csv|parquet|json|feather|table)\(\s{0,3}["']([^"'\n]{1,300})["']([^\n]{0,300})/g;
/** Calls after which a frame has other columns than its file. */
const RESHAPED =
  /\.(?:rename|assign|merge|join|melt|pivot|pivot_table|groupby|with_columns|select|add_prefix|add_suffix|stack|unstack|transpose|reset_index|get_dummies)\(|\.columns\s{0,3}=/;

/** Uses of models and data in a text. */
export function usesIn(text: string): TextUses {
  const lines = text.split('\n').map((line) => line.slice(0, 2_000));
  const files: NamedFile[] = [];
  const endpoints: { text: string; line: number }[] = [];
  lines.forEach((line, at) => {
    for (const [, , quoted = ''] of line.matchAll(QUOTED)) {
      const kind = MODEL.test(quoted) ? 'model' : DATA.test(quoted) ? 'data' : undefined;
      if (kind) files.push({ path: quoted, line: at + 1, kind, isWritten: WRITES.test(line) });
      if (ENDPOINT.test(quoted)) endpoints.push({ text: quoted, line: at + 1 });
    }
  });
  return { files, endpoints, columns: columnsIn(lines) };
}

/** Columns that frames of Python take from their files. A frame that is reshaped has columns of its own. */
function columnsIn(lines: readonly string[]): UsedColumn[] {
  const found: UsedColumn[] = [];
  const frames = new Map<string, { data: string; own: Set<string> }>();
  lines.forEach((line, at) => {
    for (const [name, { data, own }] of [...frames]) {
      const taken = subscripts(line, name);
      for (const { column, isSet } of taken) {
        if (isSet) own.add(column);
        else if (!own.has(column)) found.push({ data, column, line: at + 1 });
      }
      const isOwn = taken.length === 0 && new Set(line.match(/[A-Za-z_]\w{0,80}/g)).has(name);
      if (isOwn && (RESHAPED.test(line) || line.trimStart().startsWith(`${name} =`))) frames.delete(name);
    }
    for (const [, name = '', data = '', rest = ''] of line.matchAll(READ)) {
      // Names given by the call replace those of the file.
      if (!/\b(?:names|header)\s{0,3}=/.test(rest)) frames.set(name, { data, own: new Set() });
      const listed = /\b(?:usecols|columns)\s{0,3}=\s{0,3}\[([^\]\n]{0,300})\]/.exec(rest)?.[1] ?? '';
      for (const column of quotedIn(listed)) found.push({ data, column, line: at + 1 });
    }
  });
  return found;
}

/** Columns that `name["a"]`, `name[["a", "b"]]` take or set in a line. */
function subscripts(line: string, name: string): { column: string; isSet: boolean }[] {
  const found: { column: string; isSet: boolean }[] = [];
  const start = `${name}[`;
  for (let at = line.indexOf(start); at >= 0; at = line.indexOf(start, at + 1)) {
    if (/[\w.]/.test(line[at - 1] ?? '')) continue;
    const inner = /^\[{1,2}\s{0,3}((?:["'][^"'\n]{1,200}["'],?\s{0,3}){1,50})\]{1,2}/.exec(
      line.slice(at + name.length),
    );
    if (!inner) continue;
    const after = line.slice(at + name.length + inner[0].length);
    const isSet = /^\s{0,3}=(?!=)/.test(after);
    for (const column of quotedIn(inner[1] ?? '')) found.push({ column, isSet });
  }
  return found;
}

function quotedIn(text: string): string[] {
  return [...text.matchAll(/["']([^"'\n]{1,200})["']/g)].map(([, column = '']) => column);
}
