import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { skipUnlessInstalled, waitUntilListening } from './installed-servers.ts';

/** Test options that skip a test if nginx is not installed. */
export const NEEDS_NGINX = { skip: skipUnlessInstalled('nginx') };

export interface Nginx {
  readonly url: string;
  /** Everything that nginx has written to its error log. */
  readErrors(): string;
  stop(): Promise<void>;
}

/** Starts nginx with deploy/nginx.conf in front of two services with these ports, on the loopback interface and without TLS. */
export async function startNginx(ports: readonly [number, number]): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'family-nginx-'));
  const port = await findFreePort();
  const configFile = join(folder, 'nginx.conf');
  const errorLog = join(folder, 'error.log');
  const tempPathDirectives = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(
    configFile,
    `pid ${join(folder, 'pid')}; error_log ${errorLog}; daemon off; worker_rlimit_nofile 16384; events { worker_connections 8192; }
    http { access_log off; ${tempPathDirectives.join(' ')} ${adaptConfiguration(port, ports)} }`,
  );
  const nginx = spawn('nginx', ['-c', configFile, '-p', folder], {
    stdio: 'ignore',
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const exited = new Promise((resolve) => nginx.once('exit', resolve));
  await waitUntilListening(port);
  return {
    url: `http://127.0.0.1:${port}`,
    readErrors: () => readFileSync(errorLog, 'utf8'),
    async stop() {
      nginx.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns deploy/nginx.conf with other ports and without TLS. */
function adaptConfiguration(port: number, servicePorts: readonly [number, number]): string {
  const configuration = readFileSync(join(import.meta.dirname, '../../../deploy/nginx.conf'), 'utf8');
  return configuration
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/ssl_certificate(_key)? .*/g, '')
    .replace(/server \{\s*listen 80;[^}]*\}/, '')
    .replace('127.0.0.1:3000', `127.0.0.1:${servicePorts[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${servicePorts[1]}`);
}
