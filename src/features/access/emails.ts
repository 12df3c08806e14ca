import { formatTimeWithOffset } from '../../core/time/date-formats.ts';
import type { Instant } from '../../core/time/instant.ts';
import { getMessages } from '../../locales/index.ts';
import type { Context } from '../../platform/context.ts';
import { composeEmail, type EmailRecipient, renderEmailFrame } from '../../platform/email/compose.ts';
import type { Email } from '../../platform/email/transport.ts';
import { html } from '../../platform/html.ts';
import { buildAvatarUrl, formatNameForEmail, type Profile } from '../accounts/index.ts';
import type { ChildDevice } from './sessions/devices.ts';

type ChildName = Pick<Profile, 'display_name' | 'pseudonym'>;

interface CodeEmail {
  readonly code: string;
  readonly linkToken: string;
  readonly use: 'sign-in' | 'confirm' | 'register' | 'change';
  /** The path of the panel that the link opens; by default the start page. */
  readonly returnTo?: string | undefined;
}

/** The email with a code: six digits without spaces, on a separate line (gap 14), and a link for when the code is refused (gap 162). */
export function composeCodeEmail(
  { settings }: Context,
  { email, language }: EmailRecipient,
  { code, linkToken, use, returnTo }: CodeEmail,
): Email {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ next: returnTo })}`;
  const url = `${settings.baseUrl}/login/link/${linkToken}${query}`;
  const { access, addressChange } = getMessages(language).emails;
  const texts = { 'sign-in': {}, confirm: access.confirm, register: access.register, change: addressChange.code };
  const t = { ...access.code, ...texts[use] };
  // Only the email about an action in the panel says what to do there.
  const settingsLink =
    use === 'confirm' ? { label: access.confirm.button, url: `${settings.baseUrl}/panel/account` } : undefined;
  return {
    to: email,
    subject: t.subject,
    text: `${t.intro}\n\n${code}\n\n${t.expiry}\n${t.notRequested}\n${settingsLink ? `${settingsLink.label}:\n${settingsLink.url}\n` : ''}\n${t.link}:\n${url}\n`,
    html: renderEmailFrame(
      { language, subject: t.subject, preview: t.intro },
      html`<p>${t.intro}</p>
<p style="font-size:32px;font-weight:bold;letter-spacing:6px;margin:24px 0">${code}</p>
<p>${t.expiry}</p>
<p class="small" style="color:#6b6259">${t.notRequested}${settingsLink ? html` <a href="${settingsLink.url}" style="color:#6b6259">${settingsLink.label}</a>` : ''}</p>
<p class="small" style="color:#6b6259"><a href="${url}" style="color:#6b6259">${t.link}</a></p>`,
    ),
  };
}

/** The email to a parent who has just registered in the panel: what comes next. */
export function composeWelcomeEmail(ctx: Context, recipient: EmailRecipient): Email {
  const { settings, content } = ctx;
  const looks = content.current.starterLooks.slice(0, 3);
  const pictures = looks.map((look, i) => ({ id: `avatar-${i + 1}`, url: buildAvatarUrl(ctx, look) }));
  const t = getMessages(recipient.language).emails.access.welcome;
  const steps = { heading: t.next, lines: t.steps };
  const button = { label: t.button, url: `${settings.baseUrl}/panel` };
  return composeEmail(recipient, {
    subject: t.subject,
    preview: t.intro,
    parts: [{ pictures }, { title: t.subject }, t.intro, steps, button],
  });
}

/** The email to a person who wants to delete an account that the address does not have. */
export function composeNoAccountEmail(recipient: EmailRecipient): Email {
  const { subject, body } = getMessages(recipient.language).emails.access.noAccount;
  return composeEmail(recipient, { subject, parts: [body] });
}

/** The email that informs the first guardian that the child entered another parent's linking code (gap 12). */
export function composeLinkConflictEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  child: Pick<Profile, 'id' | 'display_name' | 'pseudonym'>,
): Email {
  const { subject, body, button } = getMessages(recipient.language).emails.access.conflict;
  return composeEmail(recipient, {
    subject,
    parts: [
      body({ name: formatNameForEmail(child) }),
      { label: button, url: `${settings.baseUrl}/panel/children/${child.id}/settings` },
    ],
  });
}

/** The email that informs a parent that the child already has a guardian, and whom to ask about it (decision 0065). */
export function composeLinkRefusedEmail({ settings }: Context, recipient: EmailRecipient, pseudonym: string): Email {
  const t = getMessages(recipient.language).emails.access.refused;
  const contact = settings.operatorContact ?? 'none'; // `none` selects the text without an address
  return composeEmail(recipient, { subject: t.subject, parts: [t.body({ name: pseudonym }), t.help({ contact })] });
}

/**
 * The email that informs a parent of a sign-in on a new device. `program` names the browser and the operating system. The
 * email contains no code and no link that grants access.
 */
export function composeNewDeviceEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { at, program }: { at: Instant; program: string | undefined },
): Email {
  const { language, timeZone } = recipient;
  const t = getMessages(language).emails.security.device;
  const body = t.body({ at: formatTimeWithOffset(language, at, timeZone), program: program ?? t.unknown });
  const button = { label: t.button, url: `${settings.baseUrl}/panel/account/sign-out-everywhere` };
  return composeEmail(recipient, { subject: t.subject, parts: [body, t.ifExpected, t.ifUnexpected, button] });
}

/** The email that informs a parent that a passkey was added or removed. It contains no name that somebody has chosen. */
export function composePasskeyEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { change, at, program }: { change: 'added' | 'removed'; at: Instant; program: string | undefined },
): Email {
  const { language, timeZone } = recipient;
  const { device, passkey } = getMessages(language).emails.security;
  const t = passkey[change];
  const body = t.body({ at: formatTimeWithOffset(language, at, timeZone), program: program ?? device.unknown });
  const button = { label: passkey.button, url: `${settings.baseUrl}/panel/account/passkeys` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [body, device.ifExpected, passkey.ifUnexpected, button],
  });
}

/** The email that informs a parent of new recovery codes. */
export function composeRecoveryCodesEmail({ settings }: Context, recipient: EmailRecipient): Email {
  const { security } = getMessages(recipient.language).emails;
  const button = { label: security.device.button, url: `${settings.baseUrl}/panel/account/sign-out-everywhere` };
  const { subject, body } = security.recoveryCodes;
  return composeEmail(recipient, { subject, parts: [body, security.device.ifUnexpected, button] });
}

/** The email that informs a parent that somebody has signed in with a recovery code. `program` names the browser. */
export function composeRecoveryUsedEmail(
  { settings, now }: Context,
  recipient: EmailRecipient,
  program: string | undefined,
): Email {
  const { language, timeZone } = recipient;
  const { security } = getMessages(language).emails;
  const { subject, body, ifUnexpected, button } = security.recoveryUsed;
  const at = formatTimeWithOffset(language, now(), timeZone);
  const text = body({ at, program: program ?? security.device.unknown });
  return composeEmail(recipient, {
    subject,
    parts: [text, ifUnexpected, { label: button, url: `${settings.baseUrl}/panel/account` }],
  });
}

/** The email that informs a guardian of a child's sign-in on a new device. The link in it ends the sign-in without signing in. */
export function composeChildSignInEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { child, at, program, token }: { child: ChildName; at: Instant; program: string | undefined; token: string },
): Email {
  const { language, timeZone } = recipient;
  const texts = getMessages(language).emails.security;
  const t = texts.childDevice;
  const name = formatNameForEmail(child);
  const formattedTime = formatTimeWithOffset(language, at, timeZone);
  const body = t.body({ name, at: formattedTime, program: program ?? texts.device.unknown });
  const button = { label: t.button, url: `${settings.baseUrl}/sign-ins/${token}` };
  return composeEmail(recipient, { subject: t.subject, parts: [body, t.ifExpected({ name }), t.ifUnexpected, button] });
}

/** The email to a child's new guardian about the other devices that know the child. The link in it signs the child out everywhere. */
export function composeOtherDevicesEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { child, devices, token }: { child: ChildName; devices: readonly ChildDevice[]; token: string },
): Email {
  const t = getMessages(recipient.language).emails.security.otherDevices;
  const name = formatNameForEmail(child);
  const list = { heading: t.list, lines: describeDevices(recipient, devices) };
  const button = { label: t.button, url: `${settings.baseUrl}/sign-ins/${token}` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ name }), list, t.ifExpected, t.ifUnexpected({ name }), button],
  });
}

/** One line for each of the devices that a child used last. */
export function describeDevices({ language, timeZone }: EmailRecipient, devices: readonly ChildDevice[]): string[] {
  const { device, otherDevices } = getMessages(language).emails.security;
  return devices
    .slice(0, MAX_DEVICES)
    .map(({ program, lastSeenAt }) =>
      otherDevices.line({
        program: program ?? device.unknown,
        at: formatTimeWithOffset(language, lastSeenAt, timeZone),
      }),
    );
}

const MAX_DEVICES = 20;

/** The email that informs a guardian that wrong PINs have used up a budget of a day. */
export function composeWrongPinsEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  child: Pick<Profile, 'id' | 'display_name' | 'pseudonym'>,
): Email {
  const t = getMessages(recipient.language).emails.security.wrongPins;
  const button = { label: t.button, url: `${settings.baseUrl}/panel/children/${child.id}/settings` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ name: formatNameForEmail(child) }), t.help, button],
  });
}

/** The email about notices beyond a limit: how many there were, and the beginning of the latest. */
export function composeMoreEmail(
  { settings }: Context,
  recipient: EmailRecipient,
  { count, latest }: { count: number; latest: Email },
): Email {
  const { more: t, device } = getMessages(recipient.language).emails.security;
  const lines = (latest.text.split('\n\n')[0] ?? '').split('\n- ');
  const button = { label: device.button, url: `${settings.baseUrl}/panel/account/sign-out-everywhere` };
  return composeEmail(recipient, {
    subject: t.subject,
    parts: [t.body({ count }), { heading: t.latest({ subject: latest.subject }), lines }, device.ifUnexpected, button],
  });
}
