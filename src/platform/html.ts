export { html } from 'hono/html';
export type { Html } from './http/responses/responses.ts';
