import manifest from '../../package.json' with { type: 'json' };

/** The release, and the commit that it was packed from. A checkout has no commit: git knows it. */
export const VERSION: string = 'commit' in manifest ? `${manifest.version} (${manifest.commit})` : manifest.version;
