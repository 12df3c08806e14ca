import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages.ts';

/** The first screen does not move the focus, because screen readers announce a page that has just been loaded. */
let isFirstScreen = true;

interface HeadingProps {
  readonly children: ComponentChildren;
  readonly title: string;
  /** What screen readers announce after the heading. */
  readonly description?: string;
}

/** The heading of a screen. It receives the focus, so that screen readers announce the screen. */
export function Heading({ children, title, description = '' }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · ${t('app.name')}`;
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} aria-description={description || undefined}>
      {children}
    </h1>
  );
}
