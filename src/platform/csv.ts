import { stringify } from 'csv-stringify/sync';

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
