import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import { addPair, toIdRecord } from '../rules/answers.ts';
import { MisplacedMark, OptionContent, RightMark } from './choice.tsx';
import { findDropTarget, trackDrag } from './drag.ts';
import type { ItemProps } from './item-props.ts';
import { SpeakableCard } from './speakable-card.tsx';

/** Options to match: the child taps an option on the left and then its match, or drags the option to it. A line connects them. */
export function Matching({
  item,
  narrator,
  value,
  wrongIds,
  rightIds = [],
  onChange,
  disabled,
  announce,
}: ItemProps<'matching'>) {
  /** The option on the left that the child has tapped or drags; empty when there is none. */
  const pickedId = useSignal('');
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const pairs = toIdRecord(value);
  const matchedRightIds = new Set(Object.values(pairs));
  /** The pairs that were right stay as they are. */
  const fixedIds = rightIds.flatMap((id) => [id, pairs[id] ?? id]);
  const match = (leftId: string, rightId: string) => {
    onChange(addPair(pairs, leftId, rightId));
    pickedId.value = '';
    const getText = (id: string) => [...item.left, ...item.right].find((option) => option.id === id)?.text ?? '';
    announce(t('item.matched', { left: getText(leftId), right: getText(rightId) }));
  };
  const cancelOnEscape = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') pickedId.value = '';
  };
  const dragFrom = (leftId: string) => (event: PointerEvent) => {
    if (disabled || fixedIds.includes(leftId)) return;
    trackDrag(
      event,
      {
        onMove: () => {
          pickedId.value = leftId;
        },
        onDrop: (point) => {
          const rightId = findDropTarget(point);
          if (rightId) match(leftId, rightId);
        },
      },
      event.currentTarget as HTMLElement,
    );
  };
  const stopEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.stopPropagation(); // Enter presses the focused button, and must not also check the answer
  };
  return (
    <fieldset class="matching" ref={fieldset} aria-label={t('item.answers')} onKeyDown={cancelOnEscape}>
      <ConnectingLines
        pairs={pairs}
        fieldset={fieldset}
        getLook={(leftId) => (wrongIds.includes(leftId) ? 'wrong' : rightIds.includes(leftId) ? 'right' : '')}
      />
      <div class="matching-column">
        {item.left.map((option) => (
          <SpeakableCard key={option.id} option={option} narrator={narrator}>
            <button
              type="button"
              data-line-end={option.id}
              class={`option ${pickedId.value === option.id ? 'picked' : ''} ${option.id in pairs ? 'chosen' : ''} ${wrongIds.includes(option.id) ? 'misplaced' : ''} ${fixedIds.includes(option.id) ? 'right' : ''}`}
              aria-pressed={pickedId.value === option.id}
              disabled={disabled || fixedIds.includes(option.id)}
              onKeyDown={stopEnter}
              onPointerDown={dragFrom(option.id)}
              onClick={() => {
                narrator.narrate(option);
                pickedId.value = pickedId.value === option.id ? '' : option.id;
              }}
            >
              <OptionContent option={option} />
              {wrongIds.includes(option.id) && <MisplacedMark />}
              {fixedIds.includes(option.id) && <RightMark />}
            </button>
          </SpeakableCard>
        ))}
      </div>
      <div class="matching-column">
        {item.right.map((option) => (
          <SpeakableCard key={option.id} option={option} narrator={narrator}>
            <button
              type="button"
              data-line-end={option.id}
              data-drop={fixedIds.includes(option.id) ? undefined : option.id}
              class={`option ${matchedRightIds.has(option.id) ? 'chosen' : ''} ${fixedIds.includes(option.id) ? 'right' : ''}`}
              disabled={disabled || fixedIds.includes(option.id)}
              onKeyDown={stopEnter}
              onClick={() => {
                narrator.narrate(option);
                if (pickedId.value) match(pickedId.value, option.id);
              }}
            >
              <OptionContent option={option} />
            </button>
          </SpeakableCard>
        ))}
      </div>
    </fieldset>
  );
}

/** The lines that connect matched options. */
function ConnectingLines({
  pairs,
  fieldset,
  getLook,
}: {
  pairs: Readonly<Record<string, string>>;
  fieldset: { current: HTMLFieldSetElement | null };
  getLook: (leftId: string) => 'right' | 'wrong' | '';
}) {
  const lines = useSignal<readonly { leftId: string; path: string }[]>([]);
  useLayoutEffect(() => {
    const updateLines = () => {
      lines.value = Object.entries(pairs).flatMap(([leftId, rightId]) => {
        const path = buildLinePath(fieldset.current, leftId, rightId);
        return path ? [{ leftId, path }] : [];
      });
    };
    updateLines();
    addEventListener('resize', updateLines);
    return () => removeEventListener('resize', updateLines);
  }, [pairs]);
  return (
    <svg class="connecting-lines" aria-hidden="true">
      {lines.value.map(({ leftId, path }) => (
        <path key={path} class={getLook(leftId)} d={path} />
      ))}
    </svg>
  );
}

/** Returns the SVG path of the line between two options, or undefined while they are not in the document. */
function buildLinePath(fieldset: HTMLFieldSetElement | null, leftId: string, rightId: string): string | undefined {
  const [start, end] = [leftId, rightId].map((id) =>
    fieldset?.querySelector(`[data-line-end="${CSS.escape(id)}"]`)?.getBoundingClientRect(),
  );
  if (!fieldset || !start || !end) return undefined;
  const { left: x, top: y } = fieldset.getBoundingClientRect();
  const isMirrored = start.left > end.left; // in right-to-left languages
  const from = { x: (isMirrored ? start.left : start.right) - x, y: start.top + start.height / 2 - y };
  const to = { x: (isMirrored ? end.right : end.left) - x, y: end.top + end.height / 2 - y };
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}
