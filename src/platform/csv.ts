import { stringify } from 'csv-stringify/sync';
import { forEachYieldingToEventLoop } from './concurrency/for-each-yielding.ts';

/** Formats a CSV file (RFC 4180): a line of column names, then the rows. */
export function formatCsv(columns: readonly string[], rows: readonly object[]): string {
  return formatRecords(columns, [columns]) + formatCsvRows(columns, rows);
}

/** Formats rows, without the line of column names. An object or array is written as JSON, and null as an empty cell. */
export function formatCsvRows(columns: readonly string[], rows: readonly object[]): string {
  return formatRecords(
    columns,
    rows.map((row) => columns.map((column) => escapeFormula(toText(row[column as keyof typeof row])))),
  );
}

/** Creates a CSV file in UTF-8. Lets other requests run between two rows, because formatting long rows takes time. */
export async function createCsvFile(columns: readonly string[], rows: readonly object[]): Promise<Buffer> {
  const chunks = [Buffer.from(formatRecords(columns, [columns]))];
  await forEachYieldingToEventLoop(rows, async (row) => chunks.push(Buffer.from(formatCsvRows(columns, [row]))));
  return Buffer.concat(chunks);
}

const CHUNK_CHARACTERS = 64 * 1024;
/** The assumed length of a value that is not text. */
const OTHER_VALUE_CHARACTERS = 10;

/** Splits rows into chunks of about 64,000 characters. Formatting hundreds of long rows at once would block the event loop. */
export function* splitIntoChunks<Row extends object>(rows: readonly Row[]): Generator<Row[]> {
  let chunk: Row[] = [];
  let characterCount = 0;
  for (const row of rows) {
    chunk.push(row);
    for (const value of Object.values(row))
      characterCount += typeof value === 'string' ? value.length : OTHER_VALUE_CHARACTERS;
    if (characterCount < CHUNK_CHARACTERS) continue;
    yield chunk;
    chunk = [];
    characterCount = 0;
  }
  if (chunk.length > 0) yield chunk;
}

function formatRecords(columns: readonly string[], records: readonly (readonly string[])[]): string {
  // By default the library quotes a cell only if it contains \r\n, but some readers end a line at \r or \n alone.
  return stringify([...records], { columns: [...columns], record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Puts an apostrophe, which marks text, before a cell that a spreadsheet would run as a formula. Negative numbers also get the
 * apostrophe (gap 110). The library's own `escape_formulas` does not escape cells that begin with a line feed.
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
