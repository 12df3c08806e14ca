import { isReadAloudOn } from '../../speech/read-aloud.ts';
import { SpeakButton } from './buttons.tsx';

/** Reads a row, a tile or a card to a child who does not read. */
export function RowSpeaker({ texts }: { texts: readonly (string | null | undefined | false)[] }) {
  if (!isReadAloudOn.value) return null;
  return <SpeakButton texts={texts.flatMap((text) => (text ? [{ text }] : []))} />;
}
