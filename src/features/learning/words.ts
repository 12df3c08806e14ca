import type { Text } from '../../core/languages.ts';

/** Why a place is closed. */
export const NEEDS_LEVEL = (level: number): Text => ({
  en: `Opens at level ${level}.`,
  es: `Se abre en el nivel ${level}.`,
  uk: `Відкриється на рівні ${level}.`,
  pl: `Otworzy się na poziomie ${level}.`,
});
export const NEEDS_PLACES = (titles: string): Text => ({
  en: `First finish: ${titles}.`,
  es: `Primero termina: ${titles}.`,
  uk: `Спочатку заверши: ${titles}.`,
  pl: `Najpierw ukończ: ${titles}.`,
});
export const OPENS_ON = (date: Text): Text => ({
  en: `Opens on ${date.en}.`,
  es: `Se abre el ${date.es}.`,
  uk: `Відкриється ${date.uk}.`,
  pl: `Otworzy się ${date.pl}.`,
});

export const NOT_STARTED: Text = {
  en: 'Start this task first.',
  es: 'Primero empieza esta tarea.',
  uk: 'Спочатку почни це завдання.',
  pl: 'Najpierw zacznij to zadanie.',
};
export const ATTEMPT_OVER: Text = {
  en: 'This attempt is finished. Start the task again to play it once more.',
  es: 'Este intento ya terminó. Empieza la tarea otra vez para volver a jugar.',
  uk: 'Цю спробу завершено. Почни завдання знову, щоб зіграти ще раз.',
  pl: 'Ta próba jest skończona. Zacznij zadanie od nowa, żeby zagrać jeszcze raz.',
};
export const HAND_IT_IN: Text = {
  en: 'This is creative work: hand it in instead.',
  es: 'Este es un trabajo creativo: hay que entregarlo.',
  uk: 'Це творче завдання: його треба здати.',
  pl: 'To praca twórcza: trzeba ją oddać.',
};
export const BEING_LOOKED_AT: Text = {
  en: 'This has been handed in. Somebody will look at it soon.',
  es: 'Esto ya está entregado. Pronto alguien lo mirará.',
  uk: 'Це вже здано. Скоро хтось на це подивиться.',
  pl: 'To już oddane. Wkrótce ktoś na to spojrzy.',
};
export const ALREADY_CREATED: Text = {
  en: 'This work is finished and approved.',
  es: 'Este trabajo está terminado y aprobado.',
  uk: 'Цю роботу завершено й схвалено.',
  pl: 'Ta praca jest skończona i zatwierdzona.',
};
export const NO_HINTS: Text = {
  en: 'has no hints',
  es: 'no tiene pistas',
  uk: 'не має підказок',
  pl: 'nie ma podpowiedzi',
};
export const NO_ITEM: Text = {
  en: 'is no item of this task',
  es: 'no es un elemento de esta tarea',
  uk: 'не є питанням цього завдання',
  pl: 'nie należy do tego zadania',
};
