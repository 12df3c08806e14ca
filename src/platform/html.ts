export { html } from 'hono/html';
export type { Html } from './http/answers.ts';
