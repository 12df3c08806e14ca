import type { Context } from '../../../platform/context.ts';

/** Encrypts texts as the token of a link in an email, so that nobody can forge one. The kind of the link is part of it. */
export function sealTexts({ secrets }: Context, kind: string, texts: readonly string[]): string {
  return secrets.encrypt(JSON.stringify([kind, ...texts]));
}

/** Returns the texts of a token of this kind, or none if it is forged or encrypted with a key that has been removed. */
export function openTexts({ secrets }: Context, kind: string, token: string): readonly string[] {
  let text: string;
  try {
    text = secrets.decrypt(token);
  } catch {
    return [];
  }
  return text.startsWith(`["${kind}"`) ? JSON.parse(text).slice(1) : [];
}
