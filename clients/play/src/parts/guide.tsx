import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import calmPicture from '../../../../content/packs/starter/pictures/beno.svg';
import happyPicture from '../../../../content/packs/starter/pictures/beno-happy.svg';
import thinkingPicture from '../../../../content/packs/starter/pictures/beno-thinking.svg';
import type { Item, Task, World } from '../../../typescript/src/index.ts';
import { isLookQuiet } from '../look.ts';
import { language, t } from '../messages.ts';
import type { ScreenName } from '../rules/screens.ts';
import { isReadAloudOn } from '../speech/read-aloud.ts';
import { canSpeakText, type SpokenText, speakAll, textBeingRead, useSpoken } from '../speech/speak.ts';
import { RoundButton } from './controls/buttons.tsx';
import { Icon } from './icon.tsx';
import { toLocalPath } from './local-path.ts';

type Mood = 'calm' | 'happy' | 'thinking';
type WorldCharacter = World['characters'][number];

/** Where the guide says a sentence. Each has a message, so the compiler names a screen and a kind of task that lacks one. */
export type GuidedMoment =
  | Exclude<ScreenName, 'task'>
  | 'homeWithoutSteps'
  | 'look'
  | 'newPin'
  | 'pinDigits'
  | Item['kind']
  | Exclude<Task['kind'], 'quiz' | 'lesson'>;

/** The guide of screens that belong to no world. Its pictures are part of the app, so it is there without a network, too. */
const PICTURES: Readonly<Record<Mood, string>> = { calm: calmPicture, happy: happyPicture, thinking: thinkingPicture };

/** What the guide says at every third tap, in turn. */
const LINES = ['guide.tickles', 'guide.here', 'guide.canDo'] as const;

interface GuideProps {
  readonly moment: GuidedMoment;
  /** What the guide says before its sentence, and shows itself. */
  readonly heading?: string;
  readonly character?: WorldCharacter | null | undefined;
  /** Whether the guide speaks without being asked. */
  readonly isSpoken?: boolean;
  readonly children?: ComponentChildren;
}

/** The guide, who says what there is to do on a screen. A tap on it repeats the sentence. */
export function Guide({ moment, heading, character, isSpoken = isReadAloudOn.value, children }: GuideProps) {
  const sentence = t(`guide.${moment}`);
  const texts = [heading, sentence].filter((text) => text !== undefined);
  useSpoken(texts, isSpoken);
  return (
    <div class="guide">
      <GuideFace texts={texts.map((text) => ({ text }))} character={character} mood="happy" />
      <div class="guide-words">
        {children}
        <p>{sentence}</p>
      </div>
    </div>
  );
}

interface GuideFaceProps {
  readonly texts: readonly SpokenText[];
  readonly lang?: string;
  readonly character?: WorldCharacter | null | undefined;
  readonly mood: Mood;
  /** What the button is called that reads the texts aloud. */
  readonly label?: string;
}

/**
 * A picture of the guide, or of a character of a world. If the device can read the texts aloud, it does so at a tap, and says something of
 * its own at every third one, unless it reads a question. The quieter look has only a button that reads them.
 */
export function GuideFace({ texts, lang = language.value, character, mood, label }: GuideFaceProps) {
  const url = character ? toLocalPath(character[`${mood}_url`]) : PICTURES[mood];
  const tapCount = useRef(0);
  const canSpeak = texts.some((text) => canSpeakText(text, lang));
  if (isLookQuiet.value) {
    if (!canSpeak) return null;
    return (
      <RoundButton
        icon="speaker"
        className="speak-button"
        label={label ?? t('guide.again')}
        onClick={() => void speakAll(texts, lang)}
      />
    );
  }
  const picture = <img class="dim-in-dark" src={url} alt="" key={mood} />;
  if (!canSpeak) return <span class={`guide-face ${mood}`}>{picture}</span>;
  const isSpeaking = textBeingRead.value !== undefined;
  const answer = () => {
    tapCount.current += 1;
    const line = label ? undefined : LINES[(tapCount.current / 3 - 1) % LINES.length]; // undefined at other taps
    void speakAll(line ? [{ text: t(line), language: language.value }] : texts, lang);
  };
  return (
    <button
      type="button"
      class={`guide-face ${mood} ${isSpeaking ? 'speaking' : ''}`}
      aria-label={label ?? t('guide.again')}
      onClick={answer}
    >
      {picture}
      <span class="guide-speaker">
        <Icon name="speaker" />
      </span>
    </button>
  );
}
