import { type ComponentChildren, options } from 'preact';
import { language } from '../messages.ts';
import { keepTogether } from '../rules/keep-together.ts';

/** Makes the app show every text with the spaces of `keepTogether`, wherever the text comes from. */
export function watchLineBreaks(): void {
  const previousHook = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === 'string') props.children = mapTexts(props.children);
    previousHook?.(vnode);
  };
}

function mapTexts(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return keepTogether(children, language.peek());
  return Array.isArray(children) ? children.map(mapTexts) : children;
}
