import { useSignal, useSignalEffect } from '@preact/signals';
import { getStroke } from 'perfect-freehand';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../messages.ts';
import type { Stroke } from '../rules/drawing.ts';
import { RoundButton } from './controls/buttons.tsx';
import { Icon } from './icon.tsx';

const COLORS = [
  ['black', '#2b2620'],
  ['red', '#c4322b'],
  ['orange', '#e8862a'],
  ['yellow', '#f5c52b'],
  ['green', '#3f9a4d'],
  ['blue', '#2f7fb8'],
  ['purple', '#7a4fa3'],
  ['brown', '#8d5a3b'],
] as const;
const PAPER_COLOR = '#fffdf9';
/** In pixels of the picture. */
const LINE_WIDTHS = [14, 28, 56] as const;
/** The dimensions of the picture in pixels. Earlier drawings end at a height of 900. */
const [WIDTH, HEIGHT] = [1200, 1200];
/** The pressure, from 0 to 1, that is used when the device does not measure it. */
const DEFAULT_PRESSURE = 0.5;

interface DrawingBoardProps {
  /** The strokes that the child has already drawn. */
  readonly initialStrokes: readonly Stroke[];
  /** Called after each change. */
  readonly onDrawing: (strokes: readonly Stroke[]) => void;
}

/** A canvas to draw on, with a choice of colors and line widths, an eraser, and undo. */
export function DrawingBoard({ initialStrokes, onDrawing }: DrawingBoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useSignal(initialStrokes);
  const color = useSignal<string>(COLORS[0][1]);
  const lineWidth = useSignal<number>(LINE_WIDTHS[1]);
  useSignalEffect(() => paint(canvas.current, strokes.value));
  const toPoint = (event: PointerEvent) => {
    const { left, top, width, height } = (canvas.current as HTMLCanvasElement).getBoundingClientRect(); // the canvas receives the event, so it exists
    return [
      ((event.clientX - left) / width) * WIDTH,
      ((event.clientY - top) / height) * HEIGHT,
      event.pressure || DEFAULT_PRESSURE,
    ] as const;
  };
  const begin = (event: PointerEvent) => {
    canvas.current?.setPointerCapture(event.pointerId);
    strokes.value = [...strokes.value, { color: color.value, size: lineWidth.value, points: [toPoint(event)] }];
  };
  const draw = (event: PointerEvent) => {
    const last = strokes.value.at(-1);
    if (!last || !canvas.current?.hasPointerCapture(event.pointerId)) return;
    strokes.value = [...strokes.value.slice(0, -1), { ...last, points: [...last.points, toPoint(event)] }];
  };
  const undo = () => {
    strokes.value = strokes.value.slice(0, -1);
    onDrawing(strokes.value);
  };
  return (
    <div class="drawing-board">
      <fieldset class="drawing-tools">
        <legend class="visually-hidden">{t('creative.colors')}</legend>
        {COLORS.map(([name, shownColor]) => (
          <button
            key={shownColor}
            type="button"
            class="drawing-tool"
            aria-pressed={color.value === shownColor}
            aria-label={t(`color.${name}`)}
            style={{ background: shownColor }}
            onClick={() => (color.value = shownColor)}
          />
        ))}
        <button
          type="button"
          class="drawing-tool eraser"
          aria-pressed={color.value === PAPER_COLOR}
          aria-label={t('creative.eraser')}
          onClick={() => (color.value = PAPER_COLOR)}
        >
          <Icon name="erase" />
        </button>
        {LINE_WIDTHS.map((shownWidth, i) => (
          <button
            key={shownWidth}
            type="button"
            class="drawing-tool line-width"
            aria-pressed={lineWidth.value === shownWidth}
            aria-label={t('creative.brush', { number: i + 1 })}
            onClick={() => (lineWidth.value = shownWidth)}
          >
            <i style={{ width: `${shownWidth / 2}px`, height: `${shownWidth / 2}px` }} />
          </button>
        ))}
        <RoundButton icon="undo" label={t('creative.undo')} onClick={undo} />
      </fieldset>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        aria-label={t('creative.canvas')}
        role="img"
        onPointerDown={begin}
        onPointerMove={draw}
        onLostPointerCapture={() => onDrawing(strokes.value)}
      />
    </div>
  );
}

/** A drawing to look at. */
export function DrawingPicture({ strokes, label }: { strokes: readonly Stroke[]; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => paint(canvas.current, strokes), [strokes]);
  return <canvas ref={canvas} width={WIDTH} height={HEIGHT} role="img" aria-label={label} />;
}

/** Returns the drawing as a PNG. */
export function createDrawingPng(strokes: readonly Stroke[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  paint(canvas, strokes);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The drawing cannot be encoded.'))), 'image/png');
  });
}

function paint(canvas: HTMLCanvasElement | null, strokes: readonly Stroke[]): void {
  const context = canvas?.getContext('2d');
  if (!context) return;
  context.fillStyle = PAPER_COLOR;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (const { color, size, points } of strokes) {
    const outline = getStroke(
      points.map((point) => [...point]),
      { size, thinning: 0.5, smoothing: 0.6, streamline: 0.5 },
    );
    context.fillStyle = color;
    context.fill(new Path2D(`M${outline.map(([x, y]) => `${x} ${y}`).join('L')}Z`));
  }
}
