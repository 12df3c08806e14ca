import type { CreativeWork } from '../../../typescript/src/index.ts';
import { t } from '../messages.ts';

/** The URL of the SVG file that contains all stickers. It is set when the app is bundled. */
declare const STICKERS_URL: string;
type Sticker = NonNullable<NonNullable<CreativeWork['feedback']>['sticker']>;

/** The sticker that a guardian has added to the feedback. */
export function StickerPicture({ sticker }: { sticker: Sticker }) {
  return <img class="sticker" src={`${STICKERS_URL}#${sticker}`} alt={t(`sticker.${sticker}`)} />;
}
