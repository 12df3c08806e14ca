import { html } from '../../platform/html.ts';
import { definePublicPage } from '../endpoints.ts';
import { renderLayout } from '../layout/layout.ts';

/**
 * The front page of the service: for whom it is, what it costs, and a link for children and one for parents. A signed-in parent also sees this page,
 * because a child may be using the parent's tablet (gap 147).
 */
export const showFront = definePublicPage({
  summary: "Show links to the children's app and to the panel",
  run: ({ parent, locale, t }) => {
    const main = html`
<h1>${t.front.title}</h1>
<p class="intro">${t.front.intro}</p>
<ul class="front-facts">${t.front.facts.map((fact) => html`<li>${fact}</li>`)}</ul>
<div class="front">
<a class="front-link child" href="/play">${CHILD_PICTURE}<span><b>${t.front.child}</b>${t.front.childIntro}</span></a>
<a class="front-link parent" href="/panel">${PARENT_PICTURE}<span><b>${parent ? t.front.openPanel : t.front.parent}</b>${t.front.parentIntro}</span></a>
</div>
<p class="front-more"><a href="/privacy">${t.front.privacy}</a> · <a href="/docs">${t.front.api}</a></p>`;
    return renderLayout({ title: t.front.title, locale, main });
  },
});

const CHILD_PICTURE = html`<svg viewBox="0 0 320 150" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path class="front-sky" d="M0 0h320v150H0z"/><circle class="front-sun" cx="250" cy="46" r="26"/><path class="front-far" d="M0 96c60-34 120-22 170-8s100-12 150 2v60H0z"/><path class="front-near" d="M0 124c70-20 140-4 200-2s80-10 120-4v32H0z"/><path class="front-roof" d="M78 74l38-30 38 30z"/><path class="front-wall" d="M86 74h60v44H86z"/><path class="front-light" d="M96 84h16v14H96zm24 0h16v14h-16zM108 104h16v14h-16z"/></svg>`;

const PARENT_PICTURE = html`<svg viewBox="0 0 320 150" preserveAspectRatio="xMinYMid slice" aria-hidden="true"><path class="front-inset" d="M0 0h320v150H0z"/><rect class="front-card" x="50" y="30" width="220" height="130" rx="16"/><path class="front-line" d="M74 60h90M74 84h130"/><path class="front-chart" d="M80 132v-18m34 18v-30m34 30v-12m34 12v-40m34 40v-24"/></svg>`;
