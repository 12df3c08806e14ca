/** The SVG path data of the icons, in a picture of 24 by 24. */
const ICON_PATHS = {
  back: 'M15 5l-7 7 7 7',
  next: 'M5 12h13M12.5 6l6 6-6 6',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  lock: 'M7 11V8a5 5 0 0110 0v3M6 11h12v9H6z',
  person: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5a7.5 7.5 0 0115 0',
  speaker: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 010 6M18 6.5a8 8 0 010 11',
  globe: 'M12 3a9 9 0 100 18 9 9 0 000-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  play: 'M8 5.5v13l10.5-6.5z',
  stop: 'M7 7h10v10H7z',
  bulb: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 00-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0012 3z',
  house: 'M4 11.5L12 5l8 6.5V20h-5.5v-5h-5v5H4z',
  list: 'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M12 6.5h8M12 12.5h8M12 18.5h8',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  erase: 'M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5',
  hat: 'M3 18h18M6 18c0-8 2-12 6-12s6 4 6 12',
  shirt: 'M8 4l-5 4 2.5 3.5L7 10.5V20h10v-9.5l1.5 1L21 8l-5-4c-1 2-7 2-8 0z',
  medal: 'M12 21a5.5 5.5 0 100-11 5.5 5.5 0 000 11zM9 10.5L6 3M15 10.5L18 3',
  plant: 'M12 21v-9M12 13c-.5-4-3.5-6-8-6 .5 4 3.5 6 8 6zM12 11c.3-4 3-7 8-7 0 5-3.5 7-8 7z',
  path: 'M6 20c0-4 12-4 12-8S6 8 6 4M6 20h.01M6 4h.01',
  gear: 'M12 15a3 3 0 100-6 3 3 0 000 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  cloud: 'M7 18h10a4 4 0 000-8 6 6 0 00-11.5 1.5A3.3 3.3 0 007 18z',
  book: 'M12 7c-2-2-5-2.5-8-2.5v13c3 0 6 .5 8 2.5 2-2 5-2.5 8-2.5v-13c-3 0-6 .5-8 2.5zM12 7v13',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 16.5a3.3 3.3 0 100-6.6 3.3 3.3 0 000 6.6z',
  brush: 'M14 4l6 6-8 8H8l-2-2zM4 20h6',
  pen: 'M5 19l1-4L16 5l3 3L9 18z',
  microphone: 'M12 14a3 3 0 003-3V6a3 3 0 00-6 0v5a3 3 0 003 3zM6 11a6 6 0 0012 0M12 17v4',
  undo: 'M8 5L4 9l4 4M4 9h10a5 5 0 010 10h-3',
  leave: 'M14 4H5v16h9M10 12h10M16.5 8.5L20 12l-3.5 3.5',
} as const;

export type IconName = keyof typeof ICON_PATHS;

/** The icons that are mirrored in right-to-left languages. */
const DIRECTIONAL_ICONS: ReadonlySet<IconName> = new Set(['back', 'next', 'list', 'erase', 'undo', 'leave']);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={`icon ${DIRECTIONAL_ICONS.has(name) ? 'directional' : ''}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
