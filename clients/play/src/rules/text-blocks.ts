/** A part of a long text: a paragraph, a list, or numbered steps. */
export interface TextBlock {
  readonly kind: 'paragraph' | 'list' | 'steps';
  /** The lines of the block, without list markers. */
  readonly lines: readonly string[];
}

/**
 * Divides a text into its paragraphs and lists. Lines that begin with `- ` are a list, and lines that begin with a number,
 * such as `1. `, are steps. An empty line ends a block.
 */
export function splitIntoBlocks(text: string): TextBlock[] {
  return text.split(/\n\s*\n/).flatMap((section) => {
    const blocks: { kind: TextBlock['kind']; lines: string[] }[] = [];
    for (const line of section.split('\n')) {
      const kind = line.startsWith('- ') ? 'list' : /^\d+\. /.test(line) ? 'steps' : 'paragraph';
      if (blocks.at(-1)?.kind !== kind) blocks.push({ kind, lines: [] });
      blocks.at(-1)?.lines.push(kind === 'paragraph' ? line : line.replace(/^\S+ /, ''));
    }
    return blocks;
  });
}
