// The SVG shapes that make up a landscape, such as trees and houses.

interface ShapeProps {
  /**
   * The position of the shape's origin. The origin of a shape that stands on the ground is at its bottom; the origin of
   * the sun, the moon or a lantern is its center; that of a cloud is near its upper left corner.
   */
  readonly x: number;
  readonly y: number;
  /** The scale of the shape; 1 by default. */
  readonly scale?: number;
  /** Whether the shape has the color of distant shapes. */
  readonly isDistant?: boolean;
}

const toTransform = ({ x, y, scale = 1 }: ShapeProps) => `translate(${x} ${y}) scale(${scale})`;

export function TreeShape(props: ShapeProps) {
  return (
    <g class="layer" transform={toTransform(props)}>
      <rect class="trunk" x="-3" y="-14" width="6" height="16" rx="2" />
      <path
        class={`leaf ${props.isDistant ? 'distant' : ''}`}
        d="M0-58c12 0 16 9 15 14 8 3 9 14 2 19 1 8-8 13-17 11-9 2-18-3-17-11-7-5-6-16 2-19-1-5 3-14 15-14z"
      />
    </g>
  );
}

export function PineShape(props: ShapeProps) {
  return (
    <g class="layer" transform={toTransform(props)}>
      <rect class="trunk" x="-2.5" y="-10" width="5" height="12" />
      <path class={`leaf ${props.isDistant ? 'distant' : ''}`} d="M0-60l16 24h-8l12 18h-8l8 10h-40l8-10h-8l12-18h-8z" />
    </g>
  );
}

export function PeakShape(props: ShapeProps) {
  return (
    <g class="layer" transform={toTransform(props)}>
      <path class={`peak ${props.isDistant ? 'distant' : ''}`} d="M-90 0L-8-92q8-8 16 0L90 0z" />
      <path class="snow" d="M-30-67L-8-92q8-8 16 0l22 25-16-5-12 10-14-11-14 8z" />
    </g>
  );
}

export function PalmShape(props: Omit<ShapeProps, 'isDistant'>) {
  return (
    <g class="layer" transform={toTransform(props)}>
      <path class="trunk" d="M-3 2c0-20 2-34 8-50l5 2C5-30 4-16 4 2z" />
      <path
        class="leaf"
        d="M8-48c8-12 22-12 28-2-8-4-14-2-20 2 8 0 14 6 14 14-6-8-12-10-20-10-8-2-18 0-24 10-2-10 4-16 14-17-8-4-16-3-22 3 2-12 18-16 30 0z"
      />
    </g>
  );
}

export function FlowerShape(props: Omit<ShapeProps, 'isDistant'>) {
  return (
    <g class="layer" transform={toTransform(props)}>
      <path class="leaf" d="M-1.5 0v-16h3V0zM0-4c6-8 9-6 9-6s-1 7-9 8z" />
      <path class="petal" d="M0-15c-9-3-8-13-8-13l4 4 4-6 4 6 4-4s1 10-8 13z" />
    </g>
  );
}

export function HouseShape({
  x,
  y,
  width,
  height,
  isDistant = false,
}: Omit<ShapeProps, 'scale'> & { width: number; height: number }) {
  const half = width / 2;
  return (
    <g class="layer" transform={`translate(${x} ${y})`}>
      <path
        class={`house ${isDistant ? 'distant' : ''}`}
        d={`M0 0v${-height}l${half} ${-half} ${half} ${half}v${height}z`}
      />
      <rect class="glow" x={width * 0.22} y={-height * 0.8} width={width * 0.2} height={height * 0.24} rx="2" />
      <rect class="glow" x={width * 0.58} y={-height * 0.8} width={width * 0.2} height={height * 0.24} rx="2" />
      <rect
        class="glow"
        x={width * 0.4}
        y={-height * 0.42}
        width={width * 0.2}
        height={height * 0.42}
        rx="2"
        opacity=".7"
      />
    </g>
  );
}

export function LanternShape(props: Omit<ShapeProps, 'isDistant'>) {
  return (
    <g transform={toTransform(props)}>
      <circle class="glow" r="19" opacity=".28" />
      <path class="lantern-cap" d="M-5-15h10v4H-5zM-5 11h10v4H-5z" />
      <path class="lantern" d="M-8-11h16c6 7 6 15 0 22H-8c-6-7-6-15 0-22z" />
      <path class="lantern-rib" d="M-11-6h22M-12 0h24M-11 6h22" />
    </g>
  );
}

export function CloudShape(props: Omit<ShapeProps, 'isDistant'>) {
  return (
    <path
      class="cloud"
      transform={toTransform(props)}
      d="M10 26a13 13 0 012-26 17 17 0 0132-3 14 14 0 0118 12 9 9 0 01-2 17z"
    />
  );
}

const STAR_POSITIONS = [
  [30, 26],
  [70, 54],
  [128, 22],
  [178, 40],
  [236, 18],
  [286, 46],
  [330, 24],
  [372, 60],
] as const;

export function StarShapes() {
  return (
    <>
      {STAR_POSITIONS.map(([x, y], i) => (
        <circle key={x} class="pale" cx={x} cy={y} r={i % 2 ? 2.2 : 1.5} opacity={i % 2 ? 0.9 : 0.55} />
      ))}
    </>
  );
}

export function SunShape({ x, y }: Pick<ShapeProps, 'x' | 'y'>) {
  return (
    <>
      <circle class="glow" cx={x} cy={y} r="56" opacity=".35" />
      <circle class="glow" cx={x} cy={y} r="34" opacity=".95" />
    </>
  );
}

export function MoonShape({ x, y }: Pick<ShapeProps, 'x' | 'y'>) {
  return (
    <>
      <circle class="glow" cx={x} cy={y} r="62" opacity=".25" />
      <circle class="glow" cx={x} cy={y} r="40" opacity=".5" />
    </>
  );
}
