import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { move, toList } from '../rules/answers.ts';
import { OptionFace } from './choice.tsx';
import { startDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';

/** Options to put in order: a tap selects one, and arrows or a tap on another position move it. Dragging works, too. */
export function Sequencing({ item, value, onChange, isClosed, announce }: ItemProps<'sequencing'>) {
  const pickedId = useSignal('');
  const list = useRef<HTMLOListElement>(null);
  const order = toList(value);
  const options = new Map(item.options.map((option) => [option.id, option]));
  const moveTo = (id: string, to: number) => {
    const from = order.indexOf(id);
    const moved = move(order, from, to);
    if (moved.join() === order.join()) return;
    onChange(moved);
    const place = moved.indexOf(id) + 1;
    announce(t('item.moved', { name: options.get(id)?.text ?? '', place, count: order.length }));
  };
  const tap = (id: string) => {
    if (isClosed) return;
    if (pickedId.value && pickedId.value !== id) {
      moveTo(pickedId.value, order.indexOf(id));
      pickedId.value = '';
    } else pickedId.value = pickedId.value === id ? '' : id;
  };
  const handleKey = (id: string) => (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Escape') pickedId.value = '';
    if (event.key === 'Enter') event.stopPropagation(); // here, Enter picks and drops an option; elsewhere it checks the answer
    if (step === 0 || pickedId.value !== id) return;
    event.preventDefault();
    moveTo(id, order.indexOf(id) + step);
  };
  const dragFrom = (id: string) => (event: PointerEvent) => {
    if (isClosed) return;
    startDrag(
      event,
      ({ y }) => {
        pickedId.value = id;
        const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
        const over = rows.findIndex(({ top, bottom }) => y >= top && y <= bottom);
        if (over >= 0) moveTo(id, over);
      },
      () => {
        pickedId.value = '';
      },
    );
  };
  return (
    <ol class="order" ref={list}>
      {order.map((id) => (
        <li key={id}>
          <div class={`option ${pickedId.value === id ? 'lifted' : ''}`}>
            <button
              type="button"
              class="strip"
              aria-pressed={pickedId.value === id}
              disabled={isClosed}
              onClick={() => tap(id)}
              onKeyDown={handleKey(id)}
              onPointerDown={dragFrom(id)}
            >
              {options.get(id) && <OptionFace option={options.get(id) ?? { id, text: '', image_url: null }} />}
            </button>
            {pickedId.value === id && !isClosed ? (
              <span class="moves">
                <button
                  type="button"
                  class="round"
                  aria-label={t('item.up')}
                  onClick={() => moveTo(id, order.indexOf(id) - 1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  class="round"
                  aria-label={t('item.down')}
                  onClick={() => moveTo(id, order.indexOf(id) + 1)}
                >
                  <Icon name="down" />
                </button>
              </span>
            ) : (
              <span class="grip" aria-hidden="true" />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
