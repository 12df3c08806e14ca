export type { ConvertedFile, MediaRejection } from './convert.ts';
export { createMediaProcessor, type MediaProcessor } from './processor.ts';
export { svgToPng } from './svg-to-png.ts';
