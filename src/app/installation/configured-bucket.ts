import type { Logger } from 'pino';
import type { Bucket } from '../../platform/files/s3-bucket.ts';
import type { Settings } from '../../platform/settings.ts';

/** The bucket that S3_URL names, if there is one. The library is loaded only in that case. */
export async function openConfiguredBucket({ s3 }: Settings, log: Logger): Promise<Bucket | undefined> {
  if (!s3) return undefined;
  const { openBucket } = await import('../../platform/files/s3-bucket.ts');
  return openBucket(s3, log);
}
