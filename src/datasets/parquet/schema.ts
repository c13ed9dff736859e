/** Types of a Parquet file: what its library reads as they are, and what becomes exact text. */
import type { FileMetaData, SchemaElement, SchemaTree } from 'hyparquet';
import { plainCell } from '../cells';
import { scaledText, timeText, type TimeUnit } from '../exact';

/** Longer numbers are no decimals; their text would take long. */
const MOST_DECIMAL_BYTES = 64;

const LOGICAL: Readonly<Record<string, SchemaElement['converted_type']>> = {
  ENUM: 'UTF8',
  STRING: 'UTF8',
  JSON: 'JSON',
  DATE: 'DATE',
};

/**
 * The metadata with types as the library has to read them: decimals as they are stored, since it would make floats of them; what
 * is only logically a text, JSON or a date as that.
 */
export function readableTypes(metadata: FileMetaData): FileMetaData {
  const { schema } = metadata;
  const within = variants(schema);
  return { ...metadata, schema: schema.map((one, index) => (within.has(index) ? one : readable(one))) };
}

/** Indexes of the elements of variants, which the library reads whole. The schema is a list, each group before what is in it. */
function variants(schema: readonly SchemaElement[]): Set<number> {
  const found = new Set<number>();
  for (let index = 0; index < schema.length; index++) {
    if (schema[index]?.logical_type?.type !== 'VARIANT') continue;
    for (let open = 1; open > 0 && index < schema.length; index++) {
      open += (schema[index]?.num_children ?? 0) - 1;
      found.add(index);
    }
    index--;
  }
  return found;
}

function readable(element: SchemaElement): SchemaElement {
  if (decimalScale(element) !== undefined)
    return { ...element, converted_type: undefined, logical_type: undefined };
  const type = element.logical_type?.type ?? '';
  const converted = element.converted_type === 'ENUM' ? 'UTF8' : element.converted_type;
  return {
    ...element,
    converted_type: converted ?? (Object.hasOwn(LOGICAL, type) ? LOGICAL[type] : undefined),
  };
}

function decimalScale({
  converted_type: converted,
  logical_type: logical,
  scale,
}: SchemaElement): number | undefined {
  if (logical?.type === 'DECIMAL') return logical.scale;
  return converted === 'DECIMAL' ? (scale ?? 0) : undefined;
}

function timeUnit({ converted_type: converted, logical_type: logical }: SchemaElement): TimeUnit | undefined {
  if (logical?.type === 'TIME') return logical.unit;
  if (converted === 'TIME_MILLIS') return 'MILLIS';
  return converted === 'TIME_MICROS' ? 'MICROS' : undefined;
}

export type CellReader = (value: unknown) => unknown;

/** Deeper values are null, as in every format. */
const MOST_DEPTH = 32;

/** Reads the values of a column, as the library gives them, as JSON. `depth`: how many columns it is in. */
export function cellReader(node: SchemaTree, depth = 0): CellReader {
  const { element, children } = node;
  if (depth > MOST_DEPTH) return () => null;
  if (children.length === 0) return leafReader(element, depth === 0);
  if (element.logical_type?.type === 'VARIANT') return (value) => plainCell(value);
  const inner = innerReader(node, depth + 1);
  return (value) => (Array.isArray(value) && !isList(node) ? value.map(inner) : inner(value));
}

function isList({ element, children }: SchemaTree): boolean {
  return element.converted_type === 'LIST' && children.length === 1;
}

function innerReader(node: SchemaTree, depth: number): CellReader {
  const { element, children } = node;
  const [first] = children;
  if (first && isList(node)) {
    const [only] = first.children;
    const read = cellReader(only && first.children.length === 1 ? only : first, depth);
    return (value) => (Array.isArray(value) ? value.map(read) : plainCell(value));
  }
  const [key, item] = first?.children ?? [];
  if (element.converted_type === 'MAP' && key && item) {
    const read = cellReader(item, depth);
    return (value) => ofObject(value, () => read);
  }
  const readers = new Map(children.map((child) => [child.element.name, cellReader(child, depth)]));
  return (value) => ofObject(value, (name) => readers.get(name));
}

function ofObject(value: unknown, readerOf: (name: string) => CellReader | undefined): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Array.isArray(value))
    return plainCell(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, (readerOf(name) ?? plainCell)(item)]),
  );
}

function leafReader(element: SchemaElement, isTop: boolean): CellReader {
  const scale = decimalScale(element);
  const unit = timeUnit(element);
  const read = (value: unknown, isFloat: boolean): unknown => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map((item) => read(item, false));
    if (scale !== undefined) return scaledText(integerOf(value), scale);
    if (unit !== undefined) return timeText(integerOf(value), unit);
    return plainCell(value, isFloat);
  };
  return (value) => read(value, isTop && isFloatType(element));
}

/** True for columns whose NaN and infinities reach the function. */
export function isFloatType({ type }: SchemaElement): boolean {
  return type === 'FLOAT' || type === 'DOUBLE';
}

/** A number as it is stored: an integer, or bytes in two's complement, the highest first. */
function integerOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint);
  if (value.length > MOST_DECIMAL_BYTES) throw new Error(`a decimal can't have ${value.length} bytes`);
  return value.length === 0
    ? 0n
    : BigInt.asIntN(8 * value.length, BigInt(`0x${Buffer.from(value).toString('hex')}`));
}
