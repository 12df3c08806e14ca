/** The rows of one page of a list, and the total number of rows in the list. */
export interface PagedRows<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** Selects a page of a list. `page` counts from 1, and a page has up to `per_page` rows. */
export interface OffsetParams {
  readonly page: number;
  readonly per_page: number;
}

/** The index of the first row of a page, counted from 0. */
export function getFirstRowIndex({ page, per_page }: OffsetParams): number {
  return (page - 1) * per_page;
}

/** One page of a list, with its number and size. */
export interface OffsetPage<T> extends PagedRows<T>, OffsetParams {}
