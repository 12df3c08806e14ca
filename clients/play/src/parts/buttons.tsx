import type { ComponentChildren } from 'preact';
import { language, t } from '../messages.ts';
import { go, path } from '../router.ts';
import { canSay, say } from '../speech/say.ts';
import { Icon, type IconName } from './icon.tsx';

interface BigButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  /** CSS classes, such as `world wide`. */
  readonly look?: string;
  readonly disabled?: boolean;
}

/** The main button of a screen. */
export function BigButton({ onClick, children, look = '', disabled = false }: BigButtonProps) {
  return (
    <button type="button" class={`big-button ${look}`} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}

interface RoundButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly look?: string;
  readonly children?: ComponentChildren;
}

export function RoundButton({ icon, label, onClick, look = '', children }: RoundButtonProps) {
  return (
    <button type="button" class={`round ${look}`} aria-label={label} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  );
}

interface ScreenLinkProps {
  readonly href: string;
  readonly look: string;
  readonly children: ComponentChildren;
  readonly label?: string;
  /** The landscape that gives the link its colours. */
  readonly landscape?: string;
}

/** A link to another screen of the app. */
export function ScreenLink({ href, look, children, label, landscape }: ScreenLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(href);
  };
  return (
    <a
      href={href}
      class={look}
      aria-label={label}
      data-world={landscape}
      aria-current={path.value.startsWith(href) && look === 'tab' ? 'page' : undefined}
      onClick={open}
    >
      {children}
    </a>
  );
}

export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <ScreenLink href={to} look="round" label={label}>
      <Icon name="back" />
    </ScreenLink>
  );
}

/** A button that reads a text aloud. It is not shown if the device has no voice for the language. */
export function Speaker({ text, lang = language.value }: { text: string; lang?: string }) {
  if (!canSay(lang)) return null;
  return <RoundButton icon="speaker" look="say" label={t('read.aloud')} onClick={() => say(text, lang)} />;
}
