export type { MediaError, Medium } from './convert.ts';
export { createMediaProcessor, type MediaProcessor } from './processor.ts';
