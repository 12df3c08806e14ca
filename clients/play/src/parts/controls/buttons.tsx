import type { ComponentChildren } from 'preact';
import { language, t } from '../../messages.ts';
import { currentPath, navigate } from '../../router.ts';
import { canSpeakText, type SpokenText, speakAll } from '../../speech/speak.ts';
import { Icon, type IconName } from '../icon.tsx';

interface BigButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
  /** CSS classes, such as `world-color full-width`. */
  readonly className?: string;
  /** A disabled button is marked with `aria-disabled` only, so that it keeps the focus. */
  readonly disabled?: boolean;
  /** An icon that shows the effect of the button to a child who cannot read yet. */
  readonly icon?: IconName | undefined;
}

/** A key that is held down presses only one button, although the next one gets the focus. */
function ignoreRepetition(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

/** A large button with a text. */
export function BigButton({ onClick, children, className = '', disabled = false, icon }: BigButtonProps) {
  return (
    <button
      type="button"
      class={`big-button ${className}`}
      aria-disabled={disabled}
      onKeyDown={ignoreRepetition}
      onClick={disabled ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface RoundButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly className?: string;
  /** As for a large button. */
  readonly disabled?: boolean;
  readonly children?: ComponentChildren;
}

/** A round button with an icon. `children` are shown next to the icon. */
export function RoundButton({ icon, label, onClick, className = '', disabled = false, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      class={`round-button ${className}`}
      aria-label={label}
      aria-disabled={disabled}
      onClick={disabled ? undefined : onClick}
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}

interface ScreenLinkProps {
  readonly href: string;
  readonly className: string;
  readonly children: ComponentChildren;
  readonly label?: string;
  /** The landscape that gives the link its colors. */
  readonly landscape?: string;
}

/** A link to another screen of the app. */
export function ScreenLink({ href, className, children, label, landscape }: ScreenLinkProps) {
  const openScreen = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <a
      href={href}
      class={className}
      aria-label={label}
      data-landscape={landscape}
      aria-current={currentPath.value.startsWith(href) && className === 'tab' ? 'page' : undefined}
      onClick={openScreen}
    >
      {children}
    </a>
  );
}

/** A round link to the screen one level up. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <ScreenLink href={to} className="round-button" label={label}>
      <Icon name="back" />
    </ScreenLink>
  );
}

/**
 * A button that reads texts aloud. Its name contains the first sentence of the texts. It is hidden if the device has no voice for the
 * language and no text has a recording.
 */
export function SpeakButton({ texts, lang = language.value }: { texts: readonly SpokenText[]; lang?: string }) {
  if (!texts.some((text) => canSpeakText(text, lang))) return null;
  return (
    <RoundButton
      icon="speaker"
      className="speak-button"
      label={t('read.card', { name: texts[0]?.text.split('. ')[0] ?? '' })}
      onClick={() => void speakAll(texts, lang)}
    />
  );
}
