import type { Context } from '../../platform/context.ts';

interface Store {
  get(name: string): Promise<Buffer | undefined>;
  remove(name: string): Promise<void>;
}

/** The store of files, once there is one. */
export function filesOf(ctx: Context): Store | undefined {
  return (ctx as Context & { files?: Store }).files;
}
