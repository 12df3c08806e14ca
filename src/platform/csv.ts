import { stringify } from 'csv-stringify/sync';
import { forEachYielding } from './concurrency/for-each-yielding.ts';

/** A CSV file (RFC 4180): a line of column names, then the rows. */
export function csv(columns: readonly string[], rows: readonly object[]): string {
  return csvLines(columns, [columns]) + csvRows(columns, rows);
}

/** Rows without the line of column names; a value that is neither text, number nor boolean is JSON. */
export function csvRows(columns: readonly string[], rows: readonly object[]): string {
  return csvLines(
    columns,
    rows.map((row) => columns.map((column) => escapeFormula(toText(row[column as keyof typeof row])))),
  );
}

/** A CSV file in UTF-8: rows may be long, so other requests run between two of them. */
export async function csvYielding(columns: readonly string[], rows: readonly object[]): Promise<Buffer> {
  const lines = [Buffer.from(csvLines(columns, [columns]))];
  await forEachYielding(rows, async (row) => lines.push(Buffer.from(csvRows(columns, [row]))));
  return Buffer.concat(lines);
}

const CHUNK_CHARACTERS = 64 * 1024;

/** Groups rows into chunks, because writing a whole page of long answers at once would block the event loop. */
export function* inChunks<Row extends object>(rows: readonly Row[]): Generator<Row[]> {
  let chunk: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    chunk.push(row);
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 10;
    if (characters < CHUNK_CHARACTERS) continue;
    yield chunk;
    [chunk, characters] = [[], 0];
  }
  if (chunk.length > 0) yield chunk;
}

function csvLines(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  // By default the library quotes a cell only for the whole line end, but a reader may end a line at either character.
  return stringify([...lines], { columns: [...columns], record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A spreadsheet would run such a cell as a formula. An apostrophe makes it text, even if it is a negative number (gap
 * 110). The library's own `escape_formulas` does not escape cells that begin with a line feed.
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
