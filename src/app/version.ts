import manifest from '../../package.json' with { type: 'json' };

/** Of this release, as package.json says it. */
export const VERSION: string = manifest.version;
