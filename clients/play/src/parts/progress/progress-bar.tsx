/**
 * Progress as a bar, with a text below it that gives the numbers. `progress` is from 0 to 1; a higher value is shown as 1.
 */
export function ProgressBar({ progress, text }: { progress: number; text: string }) {
  return (
    <span class="progress-bar">
      <span class="bar" aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(1, progress) * 100}%` }} />
      </span>
      <small class="muted">{text}</small>
    </span>
  );
}
