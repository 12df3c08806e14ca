import { readFileSync } from 'node:fs';

export const SCALING_PAGE = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');

/** The statements on the page that split a database. */
export const SPLIT_STATEMENTS = [...SCALING_PAGE.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = '']) =>
  block.split(';\n').filter((statement) => statement.trim() !== ''),
);
