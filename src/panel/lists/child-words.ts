import type { Language } from '../../core/languages.ts';

/** What the lists of a child say. */
export const CHILD_WORDS = {
  en: {
    badges: {
      none: 'No badges yet',
      noneMore: 'The first one comes soon: for a first task, a first streak, a first drawing.',
    },
    ledger: { none: 'No XP yet', noneMore: 'Each XP that your child earns stands here, with what it was for.' },
    activity: {
      none: 'Nothing played yet',
      noneMore: 'What your child plays and makes in the app appears here.',
      passed: 'Passed',
      practised: 'Practised',
      failed: 'Not yet',
      in_progress: 'Begun',
      pending_review: 'Waits for you',
    },
    answers: {
      none: 'No mistakes yet',
      noneMore: 'Questions that your child found hard will stand here, with its answer and the right one.',
      given: 'Answered',
      right: 'Right',
      gone: 'This question is no longer in use.',
      missed: (misses: number, tries: number) => `Missed ${misses} of ${tries}`,
      knownNow: 'Knows it now',
    },
  },
  es: {
    badges: {
      none: 'Aún no hay insignias',
      noneMore: 'La primera llega pronto: por un primer ejercicio, una racha o un dibujo.',
    },
    ledger: { none: 'Aún no hay XP', noneMore: 'Aquí verás cada XP que gane y por qué.' },
    activity: {
      none: 'Aún no ha jugado',
      noneMore: 'Aquí aparecerá lo que juegue y cree en la aplicación.',
      passed: 'Superada',
      practised: 'Practicada',
      failed: 'Todavía no',
      in_progress: 'Empezada',
      pending_review: 'Te espera',
    },
    answers: {
      none: 'Aún no hay errores',
      noneMore: 'Aquí verás las preguntas que le costaron, con su respuesta y la correcta.',
      given: 'Respondió',
      right: 'Correcta',
      gone: 'Esta pregunta ya no se usa.',
      missed: (misses: number, tries: number) => `Falló ${misses} de ${tries}`,
      knownNow: 'Ya lo sabe',
    },
  },
  uk: {
    badges: {
      none: 'Відзнак ще немає',
      noneMore: 'Перша з’явиться скоро: за перше завдання, перші дні поспіль, перший малюнок.',
    },
    ledger: { none: 'XP ще немає', noneMore: 'Тут буде кожне XP, яке отримає дитина, і за що саме.' },
    activity: {
      none: 'Ще нічого не зіграно',
      noneMore: 'Тут з’явиться те, у що дитина грає і що створює в застосунку.',
      passed: 'Пройдено',
      practised: 'Повторено',
      failed: 'Ще ні',
      in_progress: 'Розпочато',
      pending_review: 'Чекає на вас',
    },
    answers: {
      none: 'Помилок ще немає',
      noneMore: 'Тут будуть запитання, які виявилися складними: відповідь дитини і правильна.',
      given: 'Відповідь',
      right: 'Правильно',
      gone: 'Це запитання більше не використовується.',
      missed: (misses: number, tries: number) => `Помилки: ${misses} з ${tries}`,
      knownNow: 'Тепер знає',
    },
  },
  pl: {
    badges: {
      none: 'Nie ma jeszcze odznak',
      noneMore: 'Pierwsza pojawi się niedługo: za pierwsze zadanie, pierwszą serię, pierwszy rysunek.',
    },
    ledger: { none: 'Nie ma jeszcze XP', noneMore: 'Tutaj będzie każdy zdobyty XP i to, za co był.' },
    activity: {
      none: 'Jeszcze nic nie zagrane',
      noneMore: 'Tutaj pojawi się to, w co dziecko gra i co tworzy w aplikacji.',
      passed: 'Zaliczone',
      practised: 'Powtórzone',
      failed: 'Jeszcze nie',
      in_progress: 'Zaczęte',
      pending_review: 'Czeka na ciebie',
    },
    answers: {
      none: 'Nie ma jeszcze błędów',
      noneMore: 'Tutaj będą pytania, które okazały się trudne: odpowiedź dziecka i ta właściwa.',
      given: 'Odpowiedź',
      right: 'Właściwa',
      gone: 'To pytanie nie jest już używane.',
      missed: (misses: number, tries: number) => `Błędy: ${misses} z ${tries}`,
      knownNow: 'Teraz już wie',
    },
  },
} satisfies Record<Language, unknown>;
