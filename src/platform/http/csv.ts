/** Rows as RFC 4180 wants them, with a line of names first; what is no plain value is JSON. */
export function csv(columns: readonly string[], rows: readonly object[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column as keyof typeof row])));
  return [columns, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cell(value: unknown): string {
  const text = defused(written(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function written(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * A spreadsheet would take such a cell for a formula and run it: an apostrophe makes it text, also where it is a
 * negative number (gap 110).
 */
function defused(text: string): string {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
}
