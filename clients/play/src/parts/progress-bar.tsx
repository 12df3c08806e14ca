/** Progress as a bar, which a text below it says in numbers. `share` is between 0 and 1; more than that is shown as 1. */
export function ProgressBar({ share, text }: { share: number; text: string }) {
  return (
    <span class="goal">
      <span class="bar" aria-hidden="true">
        <i style={{ inlineSize: `${Math.min(1, share) * 100}%` }} />
      </span>
      <small class="muted">{text}</small>
    </span>
  );
}
