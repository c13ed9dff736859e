/** Names of columns. */

/** Most columns that data may have. */
export const MAX_COLUMNS = 2_000;

/** Names as data has them: an empty one is `column_3`, and the second of the same name `price_2`. */
export function columnNames(given: readonly string[]): string[] {
  const taken = new Set<string>();
  return given.map((raw, index) => {
    const plain = raw.trim() === '' ? `column_${index + 1}` : raw.trim();
    let name = plain;
    for (let count = 2; taken.has(name); count++) name = `${plain}_${count}`;
    taken.add(name);
    return name;
  });
}
