import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Item, TaskDetail } from '../../../../typescript/src/index.ts';
import { t } from '../../messages.ts';
import { SpeakButton } from '../../parts/controls/buttons.tsx';
import { Dialog } from '../../parts/controls/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ReadingText } from '../../parts/reading-text.tsx';
import { listTextsBefore } from '../../rules/texts-before.ts';
import { createNarrator, listSpokenTexts } from '../../speech/narrator.ts';
import { stopSpeaking } from '../../speech/speak.ts';
import { ItemMedia } from './item-media.tsx';

interface ReadAgainProps {
  readonly task: TaskDetail;
  /** The index of the question that is asked. */
  readonly index: number;
}

/** Opens the texts that a question is about, so that the child need not know them by heart. */
export function ReadAgain({ task, index }: ReadAgainProps) {
  const isOpen = useSignal(false);
  const texts = listTextsBefore(task.items, index);
  if (texts.length === 0) return null;
  return (
    <>
      <button type="button" class="link-button read-again" onClick={() => (isOpen.value = true)}>
        <Icon name="book" />
        {t('task.readAgain')}
      </button>
      {isOpen.value && <TextsDialog task={task} texts={texts} close={() => (isOpen.value = false)} />}
    </>
  );
}

interface TextsDialogProps {
  readonly task: TaskDetail;
  readonly texts: readonly Extract<Item, { readonly kind: 'info' }>[];
  readonly close: () => void;
}

function TextsDialog({ task, texts, close }: TextsDialogProps) {
  const narrators = texts.map((item) => ({ item, narrator: createNarrator(task, item) }));
  useEffect(() => {
    narrators[0]?.narrator.narrate(...narrators.flatMap(({ item, narrator }) => listSpokenTexts(item, narrator)));
    return stopSpeaking;
  }, []);
  return (
    <Dialog label={t('task.readAgain')} close={close}>
      {narrators.map(({ item, narrator }) => (
        <section class="text-again" key={item.id} lang={narrator.language}>
          <h2>{item.prompt}</h2>
          <SpeakButton texts={listSpokenTexts(item, narrator)} lang={narrator.language} />
          <ItemMedia of={item} />
          <ReadingText text={item.text} />
        </section>
      ))}
    </Dialog>
  );
}
