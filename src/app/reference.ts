import { layout } from '../panel/index.ts';
import { type Html, html } from '../platform/html.ts';
import { page } from '../platform/http/endpoint.ts';
import type { Row } from '../platform/http/surface.ts';
export const referencePage = (rows: () => readonly Row[]) =>
  page({
    summary: 'The reference of this interface',
    run: async () => layout({ title: 'API', tag: 'en', content: html`${rows().length}` }) as Html,
  });
