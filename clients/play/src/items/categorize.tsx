import { useSignal } from '@preact/signals';
import { t } from '../messages.ts';
import { toIdRecord } from '../rules/answers.ts';
import { MisplacedMark, OptionContent } from './choice.tsx';
import { findDropTarget, trackDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';
import { SpeakableCard } from './speakable-card.tsx';

/** Cards that the child sorts into categories: by tapping a card and then a category, or by dragging. */
export function Categorize({ item, narrator, value, wrongIds, onChange, disabled, announce }: ItemProps<'categorize'>) {
  /** The card that the child has tapped or drags; empty when there is none. */
  const pickedId = useSignal('');
  const categoryIdByOptionId = toIdRecord(value);
  const assign = (id: string, categoryId: string) => {
    onChange({ ...categoryIdByOptionId, [id]: categoryId });
    pickedId.value = '';
    const name = item.options.find((option) => option.id === id)?.text ?? '';
    announce(
      t('item.sorted', { name, category: item.categories.find((category) => category.id === categoryId)?.text ?? '' }),
    );
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.stopPropagation(); // Enter presses the focused button, and must not also check the answer
    if (event.key === 'Escape') pickedId.value = '';
  };
  const renderCard = (id: string) => {
    const option = item.options.find((candidate) => candidate.id === id);
    if (!option) return null;
    return (
      <SpeakableCard key={id} option={option} narrator={narrator}>
        <button
          type="button"
          class={`option small ${pickedId.value === id ? 'picked' : ''} ${wrongIds.includes(id) ? 'misplaced' : ''}`}
          aria-pressed={pickedId.value === id}
          disabled={disabled}
          onKeyDown={handleKey}
          onClick={() => {
            narrator.narrate(option);
            pickedId.value = pickedId.value === id ? '' : id;
          }}
          onPointerDown={(event) => {
            if (disabled) return;
            trackDrag(
              event,
              {
                onMove: () => {
                  pickedId.value = id;
                },
                onDrop: (point) => {
                  const categoryId = findDropTarget(point);
                  if (categoryId) assign(id, categoryId);
                },
              },
              event.currentTarget as HTMLElement,
            );
          }}
        >
          <OptionContent option={option} />
          {wrongIds.includes(id) && <MisplacedMark />}
        </button>
      </SpeakableCard>
    );
  };
  const isUnsorted = ({ id }: { id: string }) => !(id in categoryIdByOptionId);
  return (
    <div class="categorize">
      <div class="unsorted">{item.options.filter(isUnsorted).map(({ id }) => renderCard(id))}</div>
      <div class="categories">
        {item.categories.map((category) => {
          const categoryId = category.id;
          return (
            <section key={categoryId} class={`category ${pickedId.value ? 'accepts-card' : ''}`} data-drop={categoryId}>
              <SpeakableCard option={category} narrator={narrator}>
                <button
                  type="button"
                  class="category-name"
                  disabled={disabled}
                  onKeyDown={handleKey}
                  onClick={() => {
                    narrator.narrate(category);
                    if (pickedId.value) assign(pickedId.value, categoryId);
                  }}
                >
                  <OptionContent option={category} />
                </button>
              </SpeakableCard>
              {item.options.filter(({ id }) => categoryIdByOptionId[id] === categoryId).map(({ id }) => renderCard(id))}
            </section>
          );
        })}
      </div>
    </div>
  );
}
