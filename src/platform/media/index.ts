export type { MediaProblem, Medium } from './convert.ts';
export { createMediaProcessor, type MediaProcessor } from './processor.ts';
