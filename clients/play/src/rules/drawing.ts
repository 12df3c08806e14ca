/** A line that is drawn without lifting the pen or finger. */
export interface Stroke {
  readonly color: string;
  /** The width of the line in pixels of the picture. Drafts with this property name are stored on devices, so it cannot be renamed. */
  readonly size: number;
  /** What stands at the only point instead of a line. */
  readonly stamp?: 'star' | 'heart' | 'sunflower';
  readonly points: readonly (readonly [x: number, y: number, pressure: number])[];
}

/** A drawing that the child has made for itself. It is kept on the device and sent nowhere. */
export interface Drawing {
  /** When it was begun: Unix time in milliseconds. */
  readonly id: number;
  readonly strokes: readonly Stroke[];
}
