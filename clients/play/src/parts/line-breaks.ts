import { type ComponentChildren, options } from 'preact';
import { language } from '../messages.ts';
import { insertNoBreakSpaces } from '../rules/no-break-spaces.ts';

/** Applies `insertNoBreakSpaces` to the texts in all elements that the app renders, including texts from the service. */
export function applyLineBreakRules(): void {
  const previousHook = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === 'string') props.children = mapTexts(props.children);
    previousHook?.(vnode);
  };
}

function mapTexts(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return insertNoBreakSpaces(children, language.peek());
  return Array.isArray(children) ? children.map(mapTexts) : children;
}
