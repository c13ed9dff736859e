/** Formats of data files: one row each. */
import path from 'node:path';
import { badInput } from '../domain/kintsugi-error';
import { DataFormat } from '../domain/values/dataset';
import type * as Arrow from './arrow';
import { readCsv } from './csv';
import { readJson, readNdjson } from './json';
import { readParquet } from './parquet';
import type { FormatReader } from './types';

interface FormatRow {
  extensions: readonly string[];
  read: FormatReader;
}

const FORMATS: Readonly<Record<DataFormat, FormatRow>> = {
  csv: { extensions: ['.csv', '.tsv'], read: readCsv },
  json: { extensions: ['.json'], read: readJson },
  ndjson: { extensions: ['.ndjson', '.jsonl'], read: readNdjson },
  arrow: {
    extensions: ['.arrow', '.feather', '.arrows', '.ipc'],
    read: (...given) => arrow().readArrow(...given),
  },
  parquet: { extensions: ['.parquet', '.pq'], read: readParquet },
};

function arrow(): typeof Arrow {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- its classes take long to load, and few files are of that format
  return require('./arrow') as typeof Arrow;
}

/** Format of a file by its extension. Throws one sentence for one that is not known. */
export function formatOf(file: string): DataFormat {
  const extension = path.extname(file).toLowerCase();
  const found = DataFormat.options.find((name) => FORMATS[name].extensions.includes(extension));
  if (found) return found;
  const known = Object.values(FORMATS)
    .flatMap(({ extensions }) => extensions)
    .join(', ');
  throw badInput(
    `The format of ${path.basename(file)} can't be told by its name: name the format, or give it one of the extensions ${known}.`,
  );
}

/** Reader of a format. */
export function readerOf(format: DataFormat): FormatReader {
  return FORMATS[format].read;
}
