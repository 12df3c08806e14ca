import type { PanelParent } from '../../core/caller.ts';
import type { Language } from '../../core/languages.ts';
import { messages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/index.ts';
import { composeEmail } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { GUARDIAN_NOTICES, spendBudget } from '../access/index.ts';
import { findProfile, listGuardians, nameInEmail, type Profile } from '../accounts/index.ts';
import { notifyParent } from './notify-parent.ts';

type Children = readonly Profile[];

/** Tells the other guardians of a child that one of them has set a new PIN. */
export function tellOfNewPin(ctx: Context, tx: Tx, caller: PanelParent, child: Profile): Promise<void> {
  return tellOthers(ctx, tx, caller, { topic: 'new pin', children: [child], write: newPinLetter });
}

/** Tells the other guardians of each child that one of them has downloaded what is kept about it. */
export function tellOfExport(ctx: Context, tx: Tx, caller: PanelParent, children: Children): Promise<void> {
  return tellOthers(ctx, tx, caller, { topic: 'export', children, write: exportLetter });
}

interface Notice {
  readonly topic: string;
  readonly children: Children;
  readonly write: (ctx: Context, to: string, language: Language, who: string, children: Children) => Email;
}

/** One email to each guardian, about all the children that it concerns; of the same act by the same one 10 an hour. */
async function tellOthers(ctx: Context, tx: Tx, { profileId }: PanelParent, { topic, children, write }: Notice) {
  const who = (await findProfile(tx, profileId))?.email ?? '';
  const concerned = new Map<string, { guardian: Profile; children: Profile[] }>();
  for (const child of children) {
    for (const guardian of await listGuardians(tx, child.id)) {
      if (guardian.id === profileId) continue;
      const one = concerned.get(guardian.id) ?? { guardian, children: [] };
      one.children.push(child);
      concerned.set(guardian.id, one);
    }
  }
  for (const { guardian, children: theirs } of concerned.values()) {
    const { within } = await spendBudget(tx, GUARDIAN_NOTICES, `${topic} by ${profileId} to ${guardian.id}`, ctx.now());
    if (within) await notifyParent(ctx, tx, guardian, topic, write, who, theirs);
  }
}

function newPinLetter({ settings }: Context, to: string, language: Language, who: string, [child]: Children): Email {
  const { subject, body, talk, button } = messages(language).guardianship.newPin;
  const text = child ? body({ who, name: nameInEmail(child) }) : '';
  const url = `${settings.baseUrl}/panel/children/${child?.id}/settings`;
  return composeEmail({ to, language, subject, parts: [text, talk, { label: button, url }] });
}

function exportLetter({ settings }: Context, to: string, language: Language, who: string, children: Children): Email {
  const { subject, body, talk, button } = messages(language).guardianship.export;
  const list = { heading: body({ who }), lines: children.map(nameInEmail) };
  const parts = [list, talk, { label: button, url: `${settings.baseUrl}/panel` }];
  return composeEmail({ to, language, subject, parts });
}
