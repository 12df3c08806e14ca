import type { Language } from '../../core/languages.ts';

interface Privacy {
  readonly back: string;
  readonly title: string;
  readonly lead: string;
  /** Heading and sentences. */
  readonly parts: readonly (readonly [string, readonly string[]])[];
  readonly read: string;
  readonly readOn: (day: string) => string;
}

/** Plain words for a parent; docs/security.md says the same for engineers. */
export const PRIVACY_WORDS: Readonly<Record<Language, Privacy>> = {
  en: {
    back: 'Back to the account',
    title: 'What we keep',
    lead: 'In plain words, and for how long. Nothing is sold, nothing is used for advertising, and no other company reads along.',
    parts: [
      [
        'About your child',
        [
          'The name it chose, the year of birth, the language, how its figure looks. No address, no surname, no photo of the child.',
          'What it did: tasks with their answers, days, XP, badges, streak, to-dos, and the work it handed in (text, pictures, sound). Places and cameras are taken out of pictures.',
          'The PIN only in a form that cannot be read back.',
          'All of it as long as the profile exists.',
        ],
      ],
      [
        'About you',
        [
          'Your e-mail address, your language, what you agreed to and when.',
          'Where you are signed in: the kind of browser or app and when. Ended sign-ins go after 90 days.',
          'Codes only in a form that cannot be read back; they go within a day.',
        ],
      ],
      [
        'Who sees what',
        [
          'You and the other guardians of the child see everything about it.',
          'Other families see a made-up name and a drawn figure, and only where you allow it: on planets, and on boards if you switch them on.',
          'No child can write to another one.',
        ],
      ],
      [
        'When it goes',
        [
          'You can delete a child or your account at any time. After seven days in which you can change your mind it is really gone, with all files.',
          'Backups of whoever runs this service may hold it for some time longer.',
          'Letters are kept only until they have left. Technical logs hold no names, addresses or codes.',
        ],
      ],
      [
        'Your rights',
        [
          'See and correct everything in this panel, take it with you (“Export everything”), and take your consent back by unlinking or deleting.',
        ],
      ],
    ],
    read: 'I have read this',
    readOn: (day) => `You read this on ${day}.`,
  },
  es: {
    back: 'Volver a la cuenta',
    title: 'Qué guardamos',
    lead: 'En palabras sencillas, y durante cuánto tiempo. No vendemos nada, no hay publicidad y ninguna otra empresa lo lee.',
    parts: [
      [
        'Sobre tu hijo o hija',
        [
          'El nombre que eligió, el año de nacimiento, el idioma y el aspecto de su figura. Ni dirección, ni apellidos, ni foto.',
          'Lo que hizo: ejercicios con sus respuestas, días, XP, insignias, racha, tareas y los trabajos que entregó (texto, imágenes, sonido). De las imágenes se quitan el lugar y la cámara.',
          'El PIN, solo de una forma que no se puede volver a leer.',
          'Todo ello mientras exista el perfil.',
        ],
      ],
      [
        'Sobre ti',
        [
          'Tu correo, tu idioma, a qué diste tu consentimiento y cuándo.',
          'Dónde tienes la sesión abierta: el tipo de navegador o aplicación y cuándo. Las sesiones terminadas se borran a los 90 días.',
          'Los códigos, solo de una forma que no se puede volver a leer; desaparecen en un día.',
        ],
      ],
      [
        'Quién ve qué',
        [
          'Tú y las demás personas vinculadas veis todo sobre el perfil.',
          'Otras familias ven un nombre inventado y una figura dibujada, y solo donde tú lo permites: en los planetas, y en las clasificaciones si las activas.',
          'Ningún niño o niña puede escribir a otro.',
        ],
      ],
      [
        'Cuándo desaparece',
        [
          'Puedes borrar un perfil o tu cuenta cuando quieras. Tras siete días en los que puedes cambiar de idea, desaparece de verdad, con todos los archivos.',
          'Las copias de seguridad de quien gestiona este servicio pueden conservarlo algún tiempo más.',
          'Los mensajes se guardan solo hasta que salen. Los registros técnicos no contienen nombres, direcciones ni códigos.',
        ],
      ],
      [
        'Tus derechos',
        [
          'Ver y corregir todo en este panel, llevártelo («Exportarlo todo») y retirar tu consentimiento desvinculando o borrando.',
        ],
      ],
    ],
    read: 'Lo he leído',
    readOn: (day) => `Lo leíste el ${day}.`,
  },
  uk: {
    back: 'Назад до облікового запису',
    title: 'Що ми зберігаємо',
    lead: 'Простими словами, і як довго. Нічого не продається, реклами немає, і жодна інша компанія цього не читає.',
    parts: [
      [
        'Про вашу дитину',
        [
          'Ім’я, яке вона обрала, рік народження, мову, вигляд її фігурки. Жодної адреси, прізвища чи фото.',
          'Що вона робила: завдання з відповідями, дні, XP, відзнаки, серію, справи й здані роботи (текст, малюнки, звук). Із зображень вилучаються місце й дані камери.',
          'PIN — лише у вигляді, який неможливо прочитати.',
          'Усе це — доки існує профіль.',
        ],
      ],
      [
        'Про вас',
        [
          'Вашу електронну адресу, мову, на що й коли ви погодилися.',
          'Де виконано вхід: який браузер чи застосунок і коли. Завершені входи зникають за 90 днів.',
          'Коди — лише у вигляді, який неможливо прочитати; вони зникають за добу.',
        ],
      ],
      [
        'Хто що бачить',
        [
          'Ви та інші дорослі в профілі бачите про дитину все.',
          'Інші родини бачать вигадане ім’я й намальовану фігурку, і лише там, де ви дозволили: на планетах, а в рейтингах — якщо ви їх увімкнете.',
          'Жодна дитина не може написати іншій.',
        ],
      ],
      [
        'Коли це зникає',
        [
          'Ви можете будь-коли видалити дитину або свій обліковий запис. Через сім днів, протягом яких можна передумати, усе справді зникає, разом з усіма файлами.',
          'Резервні копії того, хто тримає цей сервіс, можуть зберігати це ще якийсь час.',
          'Листи зберігаються, лише доки не відправлені. Технічні журнали не містять імен, адрес чи кодів.',
        ],
      ],
      [
        'Ваші права',
        [
          'Бачити й виправляти все на цій панелі, забрати з собою («Експортувати все») і відкликати згоду, роз’єднавши або видаливши профіль.',
        ],
      ],
    ],
    read: 'Прочитано',
    readOn: (day) => `Ви прочитали це ${day}.`,
  },
  pl: {
    back: 'Wróć do konta',
    title: 'Co przechowujemy',
    lead: 'Prostymi słowami, i jak długo. Niczego nie sprzedajemy, nie ma reklam i żadna inna firma tego nie czyta.',
    parts: [
      [
        'O twoim dziecku',
        [
          'Imię, które wybrało, rok urodzenia, język i wygląd jego postaci. Żadnego adresu, nazwiska ani zdjęcia.',
          'Co robiło: zadania z odpowiedziami, dni, XP, odznaki, serię, obowiązki i oddane prace (tekst, obrazki, dźwięk). Z obrazków usuwamy miejsce i dane aparatu.',
          'PIN tylko w postaci, której nie da się odczytać.',
          'Wszystko to tak długo, jak istnieje profil.',
        ],
      ],
      [
        'O tobie',
        [
          'Twój adres e-mail, język, na co i kiedy się zgadzasz.',
          'Gdzie masz otwartą sesję: rodzaj przeglądarki lub aplikacji i kiedy. Zakończone sesje znikają po 90 dniach.',
          'Kody tylko w postaci, której nie da się odczytać; znikają w ciągu doby.',
        ],
      ],
      [
        'Kto co widzi',
        [
          'Ty i pozostali opiekunowie dziecka widzicie o nim wszystko.',
          'Inne rodziny widzą wymyślone imię i narysowaną postać, i tylko tam, gdzie na to pozwalasz: na planetach, a w rankingach, jeśli je włączysz.',
          'Żadne dziecko nie może napisać do innego.',
        ],
      ],
      [
        'Kiedy to znika',
        [
          'Możesz w każdej chwili usunąć dziecko lub swoje konto. Po siedmiu dniach na zmianę zdania znika naprawdę, ze wszystkimi plikami.',
          'Kopie zapasowe tego, kto prowadzi usługę, mogą to przechowywać jeszcze przez pewien czas.',
          'Listy przechowujemy tylko do wysłania. Dzienniki techniczne nie zawierają imion, adresów ani kodów.',
        ],
      ],
      [
        'Twoje prawa',
        [
          'Zobaczyć i poprawić wszystko w tym panelu, zabrać to ze sobą („Eksportuj wszystko”) i cofnąć zgodę, odłączając lub usuwając profil.',
        ],
      ],
    ],
    read: 'Przeczytane',
    readOn: (day) => `Przeczytane ${day}.`,
  },
};
