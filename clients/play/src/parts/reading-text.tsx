import { splitIntoBlocks, type TextBlock } from '../rules/text-blocks.ts';

/** A text of one or more paragraphs, in which some lines may be a list. */
export function ReadingText({ text }: { text: string }) {
  return (
    <div class="reading-text">
      {splitIntoBlocks(text).map((block, i) => (
        <Block key={String(i)} {...block} />
      ))}
    </div>
  );
}

function Block({ kind, lines }: TextBlock) {
  if (kind === 'paragraph') return <p>{lines.join('\n')}</p>;
  const entries = lines.map((line) => <li key={line}>{line}</li>);
  return kind === 'list' ? <ul>{entries}</ul> : <ol>{entries}</ol>;
}
