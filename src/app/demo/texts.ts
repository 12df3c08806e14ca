import type { Language } from '../../core/text/languages.ts';

/** What the members of the family write in one language. */
export interface DemoTexts {
  readonly setTable: string;
  readonly putToysAway: string;
  readonly tidyRoom: string;
  readonly partsOfRoom: readonly string[];
  /** To-dos that a child adds itself. */
  readonly ownTodos: readonly string[];
  readonly planet: { readonly name: string; readonly description: string };
  readonly praise: readonly string[];
  readonly askForMore: string;
  readonly askForAnotherLook: string;
  readonly story: string;
  /** The submissions for the tasks for which `story` is not suitable, by task id. */
  readonly submissions: Readonly<Record<string, string>>;
}

/** The stickers for the texts of `praise`, in the same order. */
export const PRAISE_STICKERS = ['rainbow', 'heart', 'star'] as const;

export const DEMO_TEXTS: Readonly<Record<Language, DemoTexts>> = {
  en: {
    setTable: 'Set the table',
    putToysAway: 'Put the toys into their box',
    tidyRoom: 'Tidy your room',
    partsOfRoom: ['Bed', 'Desk', 'Floor'],
    ownTodos: ['Feed the cat', 'Practice the recorder', 'Draw a card for Grandma'],
    planet: { name: 'Kitchen table', description: 'Our own little planet.' },
    praise: [
      'I love your ideas!',
      'Wonderful! Show it to me again tonight?',
      'You took your time with this one. It shows.',
    ],
    askForMore: 'Lovely! Can you add who lives there?',
    askForAnotherLook: 'Almost! Please have another look.',
    story:
      'Once a small river did not want to flow into the sea. "It is too big for me!" So it made a pond, and frogs came.',
    submissions: {
      'my-number-puzzle':
        'The clock tree strikes three times more often at noon than in the morning. It strikes 16 times in all. How often at noon?\nSolution: 12 times, because 4 and 3 times 4 make 16.',
    },
  },
  es: {
    setTable: 'Poner la mesa',
    putToysAway: 'Guardar los juguetes en su caja',
    tidyRoom: 'Ordenar tu cuarto',
    partsOfRoom: ['Cama', 'Escritorio', 'Suelo'],
    ownTodos: ['Regar las plantas', 'Llevar el libro a la biblioteca', 'Dar de comer al gato'],
    planet: { name: 'La mesa de la cocina', description: 'Nuestro pequeño planeta.' },
    praise: [
      '¡Me encantan tus ideas!',
      '¡Qué maravilla! ¿Me lo enseñas otra vez esta noche?',
      'Te has tomado tu tiempo, y se nota.',
    ],
    askForMore: '¡Precioso! ¿Puedes añadir quién vive ahí?',
    askForAnotherLook: '¡Casi! Échale otro vistazo.',
    story: 'Había una vez un robot que plantaba flores en la luna. Nadie las veía, pero olían hasta la Tierra.',
    submissions: {
      'my-number-puzzle':
        'El árbol reloj da tres veces más campanadas al mediodía que por la mañana. En total da 16. ¿Cuántas al mediodía?\nSolución: 12, porque 4 y 3 por 4 son 16.',
    },
  },
  uk: {
    setTable: 'Накрити на стіл',
    putToysAway: 'Скласти іграшки в коробку',
    tidyRoom: 'Прибрати в кімнаті',
    partsOfRoom: ['Ліжко', 'Стіл', 'Підлога'],
    ownTodos: ['Дочитати розділ', 'Повторити англійські слова', 'Полити кактус'],
    planet: { name: 'Кухонний стіл', description: 'Наша власна маленька планета.' },
    praise: [
      'Мені дуже подобаються твої ідеї!',
      'Чудово! Покажеш мені ще раз увечері?',
      'Видно, що ти працюєш не поспішаючи.',
    ],
    askForMore: 'Гарно! Додаси, хто там живе?',
    askForAnotherLook: 'Майже! Глянь, будь ласка, ще раз.',
    story: 'Жила собі хмаринка, яка боялася грому. Вона подружилася з вітром, і він навчив її співати.',
    submissions: {
      'my-number-puzzle':
        'Опівдні дерево-годинник б’є втричі більше разів, ніж уранці. Разом воно б’є 16 разів. Скільки опівдні?\nРозв’язок: 12, бо 4 і тричі по 4 — це 16.',
    },
  },
  pl: {
    setTable: 'Nakryć do stołu',
    putToysAway: 'Odłożyć zabawki do pudełka',
    tidyRoom: 'Posprzątać pokój',
    partsOfRoom: ['Łóżko', 'Biurko', 'Podłoga'],
    ownTodos: ['Nakarmić kota', 'Poćwiczyć na flecie', 'Narysować kartkę dla babci'],
    planet: { name: 'Kuchenny stół', description: 'Nasza własna mała planeta.' },
    praise: [
      'Uwielbiam twoje pomysły!',
      'Cudownie! Pokażesz mi to jeszcze raz wieczorem?',
      'Bez pośpiechu i starannie. To widać!',
    ],
    askForMore: 'Ślicznie! Dodasz, kto tam mieszka?',
    askForAnotherLook: 'Prawie! Sprawdź jeszcze raz, proszę.',
    story: 'Była sobie chmurka, która bała się burzy. Zaprzyjaźniła się z wiatrem, a on nauczył ją śpiewać.',
    submissions: {
      'my-number-puzzle':
        'Drzewo-zegar w południe bije trzy razy więcej razy niż rano. Razem bije 16 razy. Ile razy w południe?\nRozwiązanie: 12 razy, bo 4 i 3 razy 4 to 16.',
    },
  },
};
