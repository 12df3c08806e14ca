import type { Text } from '../../core/languages.ts';
import { QUOTAS } from '../../core/quotas.ts';

export const NOTHING_IN_IT: Text = {
  en: 'write something, or add a picture or sound',
  es: 'escribe algo o añade una imagen o un sonido',
  uk: 'напиши щось або додай малюнок чи звук',
  pl: 'napisz coś albo dodaj obrazek lub dźwięk',
};
export const NO_TEXT: Text = {
  en: 'has at most 5000 characters, and no control characters',
  es: 'tiene como máximo 5000 caracteres y ningún carácter de control',
  uk: 'має щонайбільше 5000 символів і жодного керівного',
  pl: 'ma najwyżej 5000 znaków i żadnych znaków sterujących',
};
export const NO_CAPTION: Text = {
  en: 'has at most 500 characters, and no control characters',
  es: 'tiene como máximo 500 caracteres y ningún carácter de control',
  uk: 'має щонайбільше 500 символів і жодного керівного',
  pl: 'ma najwyżej 500 znaków i żadnych znaków sterujących',
};
export const NO_MEDIUM: Text = {
  en: 'must be pictures (PNG, JPEG, WebP) or sound (M4A, MP3, WebM) that can be read',
  es: 'deben ser imágenes (PNG, JPEG, WebP) o sonidos (M4A, MP3, WebM) que se puedan leer',
  uk: 'мають бути малюнками (PNG, JPEG, WebP) або звуками (M4A, MP3, WebM), які можна прочитати',
  pl: 'mają być obrazkami (PNG, JPEG, WebP) lub dźwiękami (M4A, MP3, WebM), które da się odczytać',
};
export const TOO_MANY_PIXELS: Text = {
  en: 'a picture has at most 25 megapixels',
  es: 'una imagen tiene como máximo 25 megapíxeles',
  uk: 'малюнок має щонайбільше 25 мегапікселів',
  pl: 'obrazek ma najwyżej 25 megapikseli',
};
export const TOO_COSTLY: Text = {
  en: 'a file takes too long to process; send a smaller or simpler one',
  es: 'un archivo tarda demasiado en procesarse; envía uno más pequeño o más sencillo',
  uk: 'файл обробляється надто довго; надішли менший або простіший',
  pl: 'przetwarzanie pliku trwa zbyt długo; wyślij mniejszy lub prostszy',
};
export const NOT_CREATIVE: Text = {
  en: 'In this task nothing is handed in.',
  es: 'En esta tarea no se entrega nada.',
  uk: 'У цьому завданні нічого не здають.',
  pl: 'W tym zadaniu niczego się nie oddaje.',
};
/** To a guardian. */
export const NOT_WAITING: Text = {
  en: 'Somebody has looked at this already.',
  es: 'Alguien ya ha revisado esto.',
  uk: 'Це вже хтось переглянув.',
  pl: 'Ktoś już to obejrzał.',
};
export const FEEDBACK_TOO_LONG: Text = {
  en: 'has at most 1000 characters, and no control characters',
  es: 'tiene como máximo 1000 caracteres y ningún carácter de control',
  uk: 'має щонайбільше 1000 символів і жодного керівного',
  pl: 'ma najwyżej 1000 znaków i żadnych znaków sterujących',
};
export const NO_STICKER: Text = {
  en: 'is no sticker that we have',
  es: 'no es una de nuestras pegatinas',
  uk: 'немає такої наліпки',
  pl: 'nie ma takiej naklejki',
};
export const NO_STARS: Text = {
  en: 'are 1 to 3',
  es: 'son de 1 a 3',
  uk: 'від 1 до 3',
  pl: 'od 1 do 3',
};

const CHILD_MB = QUOTAS.childFileBytes / 1024 ** 2;
const FAMILY_GB = QUOTAS.familyFileBytes / 1024 ** 3;

export const CHILD_STORAGE_FULL: Text = {
  en: `The space for your pictures and recordings is full (${CHILD_MB} MB). You can still hand in text.`,
  es: `El espacio para tus imágenes y grabaciones está lleno (${CHILD_MB} MB). Todavía puedes entregar texto.`,
  uk: `Місце для твоїх зображень і записів заповнене (${CHILD_MB} МБ). Текст можна здавати й далі.`,
  pl: `Miejsce na twoje obrazki i nagrania jest pełne (${CHILD_MB} MB). Nadal możesz oddawać tekst.`,
};
export const FAMILY_STORAGE_FULL: Text = {
  en: `The space for your family’s pictures and recordings is full (${FAMILY_GB} GB). You can still hand in text.`,
  es: `El espacio para las imágenes y grabaciones de tu familia está lleno (${FAMILY_GB} GB). Todavía puedes entregar texto.`,
  uk: `Місце для зображень і записів вашої родини заповнене (${FAMILY_GB} ГБ). Текст можна здавати й далі.`,
  pl: `Miejsce na obrazki i nagrania twojej rodziny jest pełne (${FAMILY_GB} GB). Nadal możesz oddawać tekst.`,
};
export const TOO_MANY_REVISIONS: Text = {
  en: `This has been handed in ${QUOTAS.revisionsPerTask} times. No further version can be added.`,
  es: `Esto ya se ha entregado ${QUOTAS.revisionsPerTask} veces. No se pueden añadir más versiones.`,
  uk: `Це вже здано ${QUOTAS.revisionsPerTask} разів. Більше версій додати не можна.`,
  pl: `To oddano już ${QUOTAS.revisionsPerTask} razy. Nie można dodać kolejnej wersji.`,
};
