import type { Logger } from 'pino';
import type { Bucket } from '../../platform/files/s3-bucket.ts';
import type { Settings } from '../../platform/settings.ts';

/** Opens the bucket of S3_URL. Without S3_URL, returns undefined and does not load the S3 library. */
export async function openConfiguredBucket({ s3 }: Settings, log: Logger): Promise<Bucket | undefined> {
  if (!s3) return undefined;
  const { openBucket } = await import('../../platform/files/s3-bucket.ts');
  return openBucket(s3, log);
}
