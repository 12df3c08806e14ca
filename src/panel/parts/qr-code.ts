import { encode } from 'uqr';
import { type Html, html } from '../../platform/html.ts';

/** Renders a text as a QR code: dark squares on a light ground in both color schemes, because cameras expect that. */
export function renderQrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr-code" viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}"><path d="${squares.join('')}"/></svg>`;
}
