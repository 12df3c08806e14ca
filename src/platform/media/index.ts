export type { ConvertedFile, MediaError } from './convert.ts';
export { createMediaProcessor, type MediaProcessor } from './processor.ts';
