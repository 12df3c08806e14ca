/** The reference before it is set in type: the page and docs/api.md are both made of this. Text in backticks is code. */
export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}
export interface Section {
  /** Method and path. */
  readonly title: string;
  readonly blocks: readonly Block[];
}
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, text: string])[] }
  | Table;
export interface Table {
  readonly kind: 'table';
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function paragraph(words: string): Block {
  return { kind: 'text', text: words.replace(/\s+/g, ' ') };
}

export function definitionList(...pairs: (readonly [string, string])[]): Block {
  return { kind: 'facts', facts: pairs };
}
