import { useSignal } from '@preact/signals';
import { t } from '../messages.ts';
import { toLocalPath } from '../parts/local-path.ts';
import { clamp, DIRECTIONS, round, toFractions } from './board.ts';
import type { ItemProps } from './item-props.ts';

/** A position in the picture, as fractions of its width and height, from the upper left corner. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How far an arrow key moves the crosshair, as a fraction of the width or height of the picture. */
const STEP = 0.02;
/** The same while the Shift key is pressed. */
const LARGE_STEP = 0.1;

/** A picture in which a tap places a pin. With the keyboard, arrow keys move a crosshair and Enter places the pin. */
export function Hotspot({ item, value, onChange, disabled, announce }: ItemProps<'hotspot'>) {
  const crosshair = useSignal<Spot | undefined>(undefined);
  const pin = isSpot(value) ? value : undefined;
  const placePin = (spot: Spot) => {
    onChange({ x: round(spot.x), y: round(spot.y) });
    announce(t('item.pinned', { x: Math.round(spot.x * 100), y: Math.round(spot.y * 100) }));
  };
  const handleTap = (event: PointerEvent) => {
    if (disabled) return;
    const [x, y] = toFractions(event);
    placePin({ x, y });
    crosshair.value = undefined;
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key];
    if (disabled) return;
    if (direction) {
      event.preventDefault();
      const start = crosshair.value ?? pin ?? { x: 0.5, y: 0.5 };
      const distance = event.shiftKey ? LARGE_STEP : STEP;
      crosshair.value = { x: clamp(start.x + direction[0] * distance), y: clamp(start.y + direction[1] * distance) };
    } else if (event.key === 'Enter' && crosshair.value) {
      event.preventDefault();
      event.stopPropagation();
      placePin(crosshair.value);
      crosshair.value = undefined;
    }
  };
  const { url, alt_text, width, height } = item.image;
  return (
    <button
      type="button"
      class="hotspot-picture"
      aria-label={`${alt_text} ${t('item.hotspotHelp')}`}
      style={{ aspectRatio: `${width} / ${height}`, '--ratio': width / height }}
      onPointerUp={handleTap}
      onKeyDown={handleKey}
    >
      <img class="dim-in-dark" src={toLocalPath(url)} alt="" draggable={false} />
      {pin && <i class="hotspot-pin" style={toPosition(pin)} />}
      {crosshair.value && <i class="hotspot-crosshair" style={toPosition(crosshair.value)} />}
    </button>
  );
}

/** The CSS position of a spot. */
const toPosition = ({ x, y }: Spot) => ({ left: `${x * 100}%`, top: `${y * 100}%` });

function isSpot(value: unknown): value is Spot {
  return typeof value === 'object' && value !== null && 'x' in value;
}
