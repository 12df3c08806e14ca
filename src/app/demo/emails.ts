import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';

/** Sends what waits, and gives what stands in the newest letter that `pattern` finds something in. */
export async function readEmail(ctx: Context, pattern: RegExp): Promise<string> {
  await ctx.mail.deliverDue();
  const folder = join(ctx.settings.dataDir, 'mail');
  const texts = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
  for (const file of texts) {
    const found = pattern.exec(plain(readFileSync(join(folder, file), 'latin1')))?.[1];
    if (found) return found;
  }
  throw new Error(`No letter with ${pattern} has come.`);
}

/** The family has read them all. */
export async function discardEmails(ctx: Context): Promise<void> {
  await ctx.mail.deliverDue();
  rmSync(join(ctx.settings.dataDir, 'mail'), { recursive: true, force: true });
}

/** Quoted-printable as far as codes and links need it. */
function plain(eml: string): string {
  return eml.replaceAll('\r', '').replaceAll('=\n', '').replaceAll('=3D', '=');
}
