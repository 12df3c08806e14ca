import { type Html, html } from '../../../platform/html.ts';
import { addAvatarSize } from '../avatars.ts';

/** Renders a child's avatar inside a ring that shows the progress in the level. The text next to it has the same meaning. */
export function renderLevelRing(avatarPath: string, percent: number): Html {
  return html`<span class="level-ring">
<svg viewBox="0 0 100 100" aria-hidden="true"><circle cx="50" cy="50" r="47"/>${percent > 0 ? renderArc(percent) : ''}</svg>
<img src="${addAvatarSize(avatarPath)}" alt="" width="72" height="72">
</span>`;
}

function renderArc(percent: number): Html {
  return html`<circle class="done" cx="50" cy="50" r="47" pathLength="100" stroke-dasharray="${percent} 100" transform="rotate(-90 50 50)"/>`;
}
