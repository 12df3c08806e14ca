import { stringify } from 'csv-stringify/sync';

/** A CSV file (RFC 4180): a line of column names, then the rows. */
export function csv(columns: readonly string[], rows: readonly object[]): string {
  return csvLines(columns, [columns]) + csvRows(columns, rows);
}

/** Rows without the line of column names; a value that is neither text, number nor boolean is JSON. */
export function csvRows(columns: readonly string[], rows: readonly object[]): string {
  return csvLines(
    columns,
    rows.map((row) => columns.map((column) => defused(toText(row[column as keyof typeof row])))),
  );
}

function csvLines(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  // The library quotes a cell for the whole line end alone; a reader may end a line at either character.
  return stringify([...lines], { columns: [...columns], record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A spreadsheet would take such a cell for a formula and run it: an apostrophe makes it text, also where it is a
 * negative number (gap 110). The library's own `escape_formulas` leaves out cells that begin with a line feed.
 */
function defused(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
