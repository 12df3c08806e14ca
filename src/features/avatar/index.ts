export { parseLook, renderLook } from './pictures.ts';
