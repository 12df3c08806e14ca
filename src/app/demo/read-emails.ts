import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';

/** Sends the due emails, and returns the first capture group of `pattern` in the newest email that matches `pattern`. */
export async function extractFromNewestEmail(ctx: Context, pattern: RegExp): Promise<string> {
  await ctx.outbox.deliverDueEmails();
  const folder = join(ctx.settings.dataDir, 'mail');
  const files = existsSync(folder) ? readdirSync(folder).sort().reverse() : [];
  for (const file of files) {
    const match = pattern.exec(decodeQuotedPrintable(readFileSync(join(folder, file), 'latin1')))?.[1];
    if (match) return match;
  }
  throw new Error(`There is no email that matches ${pattern}.`);
}

/** Deletes all emails, as if the family had read them. */
export async function discardEmails(ctx: Context): Promise<void> {
  await ctx.outbox.deliverDueEmails();
  rmSync(join(ctx.settings.dataDir, 'mail'), { recursive: true, force: true });
}

/** Decodes the parts of quoted-printable encoding that occur in codes and links: line breaks and "=". */
function decodeQuotedPrintable(eml: string): string {
  return eml.replaceAll('\r', '').replaceAll('=\n', '').replaceAll('=3D', '=');
}
