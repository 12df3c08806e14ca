import type { ComponentChildren } from 'preact';
import type { Option } from '../../../typescript/src/index.ts';
import { t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import type { Narrator } from '../speech/narrator.ts';
import { canSpeakText, speakAll, textBeingRead } from '../speech/speak.ts';

interface SpeakableCardProps {
  readonly option: Option;
  readonly narrator: Narrator;
  readonly children: ComponentChildren;
}

/** A card with a button that reads it aloud, for children who cannot read yet. The card is marked while it is read. */
export function SpeakableCard({ option, narrator, children }: SpeakableCardProps) {
  const { isAutomatic, language } = narrator;
  if (!narrator.hasCardSpeakButtons || !narrator.maySay(option) || !canSpeakText(option, language))
    return <>{children}</>;
  return (
    <div class={`speakable-card ${isAutomatic ? 'read' : ''} ${textBeingRead.value === option ? 'speaking' : ''}`}>
      {children}
      <button
        type="button"
        class="card-speak-button"
        aria-label={t('read.card', { name: option.text })}
        onClick={() => void speakAll([option], language)}
      >
        <Icon name="speaker" />
      </button>
    </div>
  );
}
