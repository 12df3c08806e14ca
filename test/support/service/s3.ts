import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { waitUntilListening } from './installed-servers.ts';
import { findFreePort } from './postgres.ts';

export interface S3Server {
  /** The settings of the service for a bucket. */
  getSettings(bucket: string): Record<string, string>;
  /** Stops the server and keeps its objects; `start` starts it again with them. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Copies an object of a bucket under other names. It copies the files on disk, which is faster than sending requests. */
  copy(bucket: string, key: string, names: readonly string[]): void;
  /** Stops the server and deletes its objects. */
  remove(): Promise<void>;
}

/** The program that runs in the server's process: the S3 server of the package s3rver. */
const SOURCE = "new (require('@20minutes/s3rver'))(JSON.parse(process.argv[1])).run()";
/** s3rver encrypts the continuation tokens of lists with DES, which OpenSSL provides only with this option. */
const NODE_ARGUMENTS = ['--openssl-legacy-provider', '-e', SOURCE];

/** Starts a server that implements the S3 API, checks signatures and stores objects in a temporary folder. */
export async function startS3(buckets: readonly string[]): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'family-s3-'));
  const port = await findFreePort();
  const configureBuckets = buckets.map((name) => ({ name }));
  const options = JSON.stringify({ address: '127.0.0.1', port, silent: true, directory, configureBuckets });
  const run = async () => {
    const serverProcess = spawn(process.execPath, [...NODE_ARGUMENTS, options], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await waitUntilListening(port);
    return serverProcess;
  };
  let server = await run();
  const stop = async () => {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    if (server.kill('SIGKILL')) await exited;
  };
  return {
    getSettings: (bucket) => ({
      S3_URL: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
    stop,
    async start() {
      server = await run();
    },
    copy(bucket, key, names) {
      const folder = join(directory, bucket, dirname(key));
      const parts = readdirSync(folder).filter((file) => file.startsWith(basename(key)));
      for (const name of names)
        for (const part of parts) copyFileSync(join(folder, part), join(folder, part.replace(basename(key), name)));
    },
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
