import { useEffect, useRef } from 'preact/hooks';

interface BlobPictureProps {
  readonly picture: Blob;
  readonly label: string;
  readonly className: string;
  /** The width in pixels in which it is drawn; a smaller picture is enlarged. */
  readonly width: number;
  readonly onUnreadable: () => void;
}

/** A picture without a URL. It is drawn on a canvas, because the Content Security Policy allows no `blob:` pictures. */
export function BlobPicture({ picture, label, className, width, onUnreadable }: BlobPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCanceled = false;
    const render = async () => {
      const bitmap = await createImageBitmap(picture, { resizeWidth: width, resizeQuality: 'medium' });
      if (!isCanceled && canvas.current) paint(canvas.current, bitmap);
      bitmap.close();
    };
    render().catch(() => isCanceled || onUnreadable());
    return () => {
      isCanceled = true;
    };
  }, [picture, width]);
  return <canvas ref={canvas} class={className} role="img" aria-label={label} width={0} height={0} />;
}

function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
}
