import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../messages.ts';
import { RoundButton } from './buttons.tsx';

interface DialogProps {
  readonly label: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
  /** The landscape that gives the dialog its colors. */
  readonly landscape?: string;
}

/** A modal dialog; on a narrow screen, it is at the bottom. Escape and a tap outside close it. */
export function Dialog({ label, close, children, landscape }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const openerBounds = document.activeElement?.getBoundingClientRect();
    dialog.current?.showModal();
    growFrom(openerBounds, dialog.current);
  }, []);
  const closeOnBackdropClick = (event: MouseEvent) => {
    if (event.target === dialog.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog
      ref={dialog}
      class="dialog"
      aria-label={label}
      data-landscape={landscape}
      onClose={close}
      onClick={closeOnBackdropClick}
    >
      <div class="dialog-card">
        <RoundButton icon="close" className="dialog-close" label={t('dialog.close')} onClick={close} />
        {children}
      </div>
    </dialog>
  );
}

/** Makes a dialog grow out of the control that has opened it. */
function growFrom(openerBounds: DOMRect | undefined, dialog: HTMLDialogElement | null): void {
  if (!openerBounds || !dialog) return;
  const x = openerBounds.left + openerBounds.width / 2 - dialog.offsetLeft;
  const y = openerBounds.top + openerBounds.height / 2 - dialog.offsetTop;
  dialog.style.transformOrigin = `${x}px ${y}px`;
}
