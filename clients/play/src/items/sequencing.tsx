import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { moveEntry, toIdList } from '../rules/answers.ts';
import { MisplacedMark, OptionContent } from './choice.tsx';
import { trackDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';
import { SpeakableCard } from './speakable-card.tsx';

/** Options to put in order. A tap picks up an option; the arrows, or a tap on another option, move it. Options can also be dragged. */
export function Sequencing({ item, narrator, value, wrongIds, onChange, disabled, announce }: ItemProps<'sequencing'>) {
  /** The option that the child has picked up; empty when there is none. */
  const pickedId = useSignal('');
  const list = useRef<HTMLOListElement>(null);
  const orderedIds = toIdList(value);
  const optionById = new Map(item.options.map((option) => [option.id, option]));
  const moveTo = (id: string, to: number) => {
    const from = orderedIds.indexOf(id);
    const reordered = moveEntry(orderedIds, from, to);
    if (reordered.join() === orderedIds.join()) return;
    onChange(reordered);
    const position = reordered.indexOf(id) + 1;
    announce(t('item.moved', { name: optionById.get(id)?.text ?? '', position, count: orderedIds.length }));
  };
  const handleTap = (id: string) => {
    if (disabled) return;
    if (pickedId.value && pickedId.value !== id) {
      moveTo(pickedId.value, orderedIds.indexOf(id));
      pickedId.value = '';
    } else pickedId.value = pickedId.value === id ? '' : id;
  };
  const handleKey = (id: string) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Escape') pickedId.value = '';
    // On an option, Enter picks it up or drops it. Elsewhere on the page, Enter checks the answer.
    if (event.key === 'Enter') event.stopPropagation();
    if (step === 0 || pickedId.value !== id) return;
    event.preventDefault();
    moveTo(id, orderedIds.indexOf(id) + step);
  };
  const dragFrom = (id: string) => (event: PointerEvent) => {
    if (disabled) return;
    trackDrag(event, {
      onMove: ({ y }) => {
        pickedId.value = id;
        const rowBounds = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
        const hoveredIndex = rowBounds.findIndex(({ top, bottom }) => y >= top && y <= bottom);
        if (hoveredIndex >= 0) moveTo(id, hoveredIndex);
      },
      onDrop: () => {
        pickedId.value = '';
      },
    });
  };
  return (
    <ol class="sequencing" ref={list}>
      {orderedIds
        .flatMap((id) => optionById.get(id) ?? [])
        .map((option, i) => {
          const { id } = option;
          return (
            <li key={id}>
              <SpeakableCard option={option} narrator={narrator}>
                <div
                  class={`option ${pickedId.value === id ? 'picked' : ''} ${wrongIds.includes(id) ? 'misplaced' : ''}`}
                >
                  <button
                    type="button"
                    class="sequencing-option"
                    aria-pressed={pickedId.value === id}
                    disabled={disabled}
                    onClick={() => {
                      narrator.narrate(option);
                      handleTap(id);
                    }}
                    onKeyDown={handleKey(id)}
                    onPointerDown={dragFrom(id)}
                  >
                    <OptionContent option={option} />
                    {wrongIds.includes(id) && <MisplacedMark follows={i > 0} />}
                  </button>
                  {pickedId.value === id && !disabled ? (
                    <span class="move-buttons">
                      <button
                        type="button"
                        class="round-button"
                        aria-label={t('item.up')}
                        onClick={() => moveTo(id, orderedIds.indexOf(id) - 1)}
                      >
                        <Icon name="up" />
                      </button>
                      <button
                        type="button"
                        class="round-button"
                        aria-label={t('item.down')}
                        onClick={() => moveTo(id, orderedIds.indexOf(id) + 1)}
                      >
                        <Icon name="down" />
                      </button>
                    </span>
                  ) : (
                    <span class="drag-handle" aria-hidden="true" />
                  )}
                </div>
              </SpeakableCard>
            </li>
          );
        })}
    </ol>
  );
}
