import { getMessages } from '../../locales/index.ts';
import { composeEmail } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';

interface Report {
  readonly kind: 'planet' | 'name';
  /** The reported text, which somebody has chosen. */
  readonly text: string;
  /** The ids of the planet, or of the profiles that have the name. */
  readonly ids: readonly string[];
  readonly reporterId: string;
}

/** Informs the operator of a report, in English, because the operator's language is not known. */
export function composeReportEmail(operatorContact: string, { kind, text, ids, reporterId }: Report): Email {
  const t = getMessages('en').emails.reports;
  const command = kind === 'planet' ? 'planet end' : 'name reset';
  const commands = ids.map((id) => `npm run admin -- ${command} ${id}`);
  const parts = [
    t[kind]({ text: breakLinks(text) }),
    commands.length > 0 ? { heading: t.act, lines: commands } : t.unknown,
    t.reporter({ id: reporterId }),
  ];
  return composeEmail({ email: operatorContact, language: 'en' }, { subject: t.subject, parts });
}

/** Makes text unusable as a link, as in "evil[.]example", because email programs make links of what looks like one. */
function breakLinks(text: string): string {
  return text.replaceAll(/[.․．。｡:@＠/]/gu, '[$&]');
}
