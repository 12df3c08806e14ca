// The template tag for HTML, which escapes values, and the type of its results. Pages import both from here.
export { html } from 'hono/html';
export type { Html } from './http/responses/responses.ts';
