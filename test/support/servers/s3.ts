import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { waitUntilListening } from './installed-servers.ts';

export interface S3Server {
  /** The settings of the service for a bucket. */
  getSettings(bucket: string): Record<string, string>;
  /** Stops the server without deleting its objects. `start` starts it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Copies an object of a bucket to other names. It copies files on the server's disk, which is faster than sending requests. */
  copy(bucket: string, key: string, names: readonly string[]): void;
  /** Stops the server and deletes its objects. */
  remove(): Promise<void>;
}

/** The program of the server's process, which runs the npm package s3rver. */
const SERVER_PROGRAM = "new (require('@20minutes/s3rver'))(JSON.parse(process.argv[1])).run()";
/** s3rver encrypts the continuation tokens of lists with DES, which OpenSSL provides only with this option. */
const NODE_ARGUMENTS = ['--openssl-legacy-provider', '-e', SERVER_PROGRAM];

/** Starts a server that implements the S3 API, checks signatures and stores objects in a temporary folder. */
export async function startS3(buckets: readonly string[]): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'family-s3-'));
  const port = await findFreePort();
  const options = JSON.stringify({
    address: '127.0.0.1',
    port,
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name })),
  });
  const startProcess = async () => {
    const serverProcess = spawn(process.execPath, [...NODE_ARGUMENTS, options], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await waitUntilListening(port);
    return serverProcess;
  };
  let server = await startProcess();
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
      server = await startProcess();
    },
    copy(bucket, key, names) {
      const folder = join(directory, bucket, dirname(key));
      const files = readdirSync(folder).filter((file) => file.startsWith(basename(key)));
      for (const name of names)
        for (const file of files) copyFileSync(join(folder, file), join(folder, file.replace(basename(key), name)));
    },
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
