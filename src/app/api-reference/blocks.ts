import type { Route } from '../../platform/http/route.ts';

/** A chapter of the API reference. The page `/docs` and docs/api.md are rendered from chapters. Text in backticks is code. */
export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
  /** The endpoints that the chapter describes. */
  readonly routes: readonly Route[];
}
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | Table;
export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function createParagraph(text: string): Block {
  return { kind: 'text', text: text.replace(/\s+/g, ' ') };
}
