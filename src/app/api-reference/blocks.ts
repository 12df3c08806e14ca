/** A chapter of the API reference. The page `/docs` and docs/api.md are rendered from chapters. Text in backticks is code. */
export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}
export interface Section {
  /** The method and path of an endpoint. */
  readonly title: string;
  readonly blocks: readonly Block[];
}
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'definitions'; readonly definitions: readonly (readonly [name: string, text: string])[] }
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

export function createDefinitionList(...pairs: (readonly [string, string])[]): Block {
  return { kind: 'definitions', definitions: pairs };
}
