import type { Language } from '../../core/languages.ts';

/** What cannot be undone, or tells everything: each on a page of its own. */
export const GRAVE_WORDS = {
  en: {
    back: 'Back to the settings',
    toAccount: 'Back to the account',
    pin: {
      title: (name: string) => `A new PIN for ${name}`,
      lead: 'Four digits. The child is signed out on every device and signs in with the new PIN.',
      label: 'New PIN',
      act: 'Set the PIN',
    },
    unlink: {
      title: (who: string, name: string) => `Unlink ${who} from ${name}?`,
      lead: 'The right to see and steer this child ends at once. The child is signed out on every device and leaves this parent’s planets. To-dos from this parent become the child’s own.',
      last: 'Nobody else is linked to this child. The profile stays, is on no board outside the family, and can link a parent again.',
      lastPlanned: (day: string) =>
        `Nobody else is linked to this child, and its deletion is planned: it will be gone on ${day}, and nobody can keep it any more.`,
      othersLeave: (day: string) =>
        `Its other guardians are deleting their accounts. Unless one of them keeps the account, the profile is closed at once and gone on ${day}.`,
      act: 'Unlink',
    },
    remove: {
      title: (name: string) => `Delete the profile of ${name}?`,
      lead: (day: string) =>
        `It is closed at once and gone on ${day}, with all work, badges and XP. Until then any guardian can keep it.`,
      act: 'Delete the profile',
    },
    export: {
      title: (name: string) => `Everything about ${name}`,
      lead: 'One ZIP file: all data as JSON, each table as CSV for a spreadsheet, and whatever the child has handed in.',
      act: 'Download',
    },
    account: {
      exportTitle: 'Everything about your account',
      exportLead:
        'One ZIP file with your account and each of your children: all data as JSON, each table as CSV, and what the children have handed in.',
      removeTitle: 'Delete your account?',
      removeLead: (day: string) =>
        `It will be gone on ${day}. You are signed out everywhere else; until then you can sign in and keep it.`,
      going: 'No other guardian of these profiles stays. They are closed at once and go with your account:',
      staying: 'If you want to keep one of them, invite another guardian first.',
      act: 'Delete my account',
    },
  },
  es: {
    back: 'Volver a los ajustes',
    toAccount: 'Volver a la cuenta',
    pin: {
      title: (name: string) => `Un PIN nuevo para ${name}`,
      lead: 'Cuatro cifras. Se cierra la sesión en todos los dispositivos y se vuelve a entrar con el PIN nuevo.',
      label: 'PIN nuevo',
      act: 'Poner el PIN',
    },
    unlink: {
      title: (who: string, name: string) => `¿Desvincular ${who} de ${name}?`,
      lead: 'Se acaba al momento el derecho a ver y decidir. Se cierra la sesión del perfil en todos los dispositivos y deja los planetas de esa persona. Las tareas que puso pasan a ser propias del perfil.',
      last: 'Nadie más acompaña este perfil. El perfil se queda, sale de las clasificaciones fuera de la familia y puede vincularse otra vez.',
      lastPlanned: (day: string) =>
        `Nadie más acompaña este perfil y su borrado está previsto: desaparecerá el ${day} y ya nadie podrá conservarlo.`,
      othersLeave: (day: string) =>
        `Las demás personas van a borrar sus cuentas. Si ninguna conserva la suya, el perfil se cierra al momento y desaparece el ${day}.`,
      act: 'Desvincular',
    },
    remove: {
      title: (name: string) => `¿Borrar el perfil de ${name}?`,
      lead: (day: string) =>
        `Se cierra al momento y desaparece el ${day}, con todos sus trabajos, insignias y XP. Hasta entonces cualquiera que lo acompañe puede conservarlo.`,
      act: 'Borrar el perfil',
    },
    export: {
      title: (name: string) => `Todo sobre ${name}`,
      lead: 'Un archivo ZIP: todos los datos en JSON, cada tabla en CSV para una hoja de cálculo y todo lo que ha entregado.',
      act: 'Descargar',
    },
    account: {
      exportTitle: 'Todo sobre tu cuenta',
      exportLead:
        'Un archivo ZIP con tu cuenta y cada perfil: todos los datos en JSON, cada tabla en CSV y lo que se ha entregado.',
      removeTitle: '¿Borrar tu cuenta?',
      removeLead: (day: string) =>
        `Desaparecerá el ${day}. Se cierran tus demás sesiones; hasta entonces puedes entrar y conservarla.`,
      going: 'Nadie más se queda para acompañar estos perfiles. Se cierran al momento y se van con tu cuenta:',
      staying: 'Si quieres conservar alguno, invita antes a otra persona.',
      act: 'Borrar mi cuenta',
    },
  },
  uk: {
    back: 'Назад до налаштувань',
    toAccount: 'Назад до облікового запису',
    pin: {
      title: (name: string) => `Новий PIN: ${name}`,
      lead: 'Чотири цифри. Дитина вийде на всіх пристроях і ввійде з новим PIN.',
      label: 'Новий PIN',
      act: 'Задати PIN',
    },
    unlink: {
      title: (who: string, name: string) => `Роз’єднати ${who} і профіль «${name}»?`,
      lead: 'Право бачити й вирішувати закінчиться одразу. Дитина вийде на всіх пристроях і залишить планети цієї людини. Доручення від неї належатимуть самій дитині.',
      last: 'Більше ніхто не опікується цим профілем. Він залишиться, зникне з рейтингів поза родиною, і дитина зможе знову додати когось.',
      lastPlanned: (day: string) =>
        `Більше ніхто не опікується цим профілем, а його видалення заплановано: ${day} він зникне, і ніхто вже не зможе його зберегти.`,
      othersLeave: (day: string) =>
        `Інші дорослі видаляють свої облікові записи. Якщо ніхто з них не збереже свій, профіль закриється одразу й зникне ${day}.`,
      act: 'Роз’єднати',
    },
    remove: {
      title: (name: string) => `Видалити профіль «${name}»?`,
      lead: (day: string) =>
        `Він закриється одразу, а ${day} зникне разом з усіма роботами, відзнаками та XP. До того часу будь-хто з дорослих може його зберегти.`,
      act: 'Видалити профіль',
    },
    export: {
      title: (name: string) => `Усе про профіль «${name}»`,
      lead: 'Один файл ZIP: усі дані у форматі JSON, кожна таблиця як CSV для електронних таблиць і все, що дитина здала.',
      act: 'Завантажити',
    },
    account: {
      exportTitle: 'Усе про ваш обліковий запис',
      exportLead:
        'Один файл ZIP з вашим обліковим записом і кожною дитиною: усі дані як JSON, кожна таблиця як CSV і те, що діти здали.',
      removeTitle: 'Видалити ваш обліковий запис?',
      removeLead: (day: string) =>
        `Він зникне ${day}. На всіх інших пристроях буде виконано вихід; до того часу можна ввійти й зберегти його.`,
      going: 'У цих профілях не лишається інших дорослих. Вони закриються одразу й зникнуть разом з обліковим записом:',
      staying: 'Якщо хочете зберегти котрийсь із них, спершу запросіть ще когось.',
      act: 'Видалити мій обліковий запис',
    },
  },
  pl: {
    back: 'Wróć do ustawień',
    toAccount: 'Wróć do konta',
    pin: {
      title: (name: string) => `Nowy PIN: ${name}`,
      lead: 'Cztery cyfry. Dziecko zostanie wylogowane na wszystkich urządzeniach i zaloguje się nowym PIN-em.',
      label: 'Nowy PIN',
      act: 'Ustaw PIN',
    },
    unlink: {
      title: (who: string, name: string) => `Odłączyć ${who} od profilu „${name}”?`,
      lead: 'Prawo do wglądu i decyzji kończy się od razu. Dziecko zostanie wylogowane na wszystkich urządzeniach i opuści planety tej osoby. Zadania od niej będą należeć do dziecka.',
      last: 'Nikt inny nie opiekuje się tym profilem. Profil zostaje, znika z rankingów poza rodziną i może znowu połączyć się z rodzicem.',
      lastPlanned: (day: string) =>
        `Nikt inny nie opiekuje się tym profilem, a jego usunięcie jest zaplanowane: zniknie ${day} i nikt już nie będzie mógł go zachować.`,
      othersLeave: (day: string) =>
        `Pozostali opiekunowie usuwają swoje konta. Jeśli nikt z nich nie zachowa swojego, profil zostanie zamknięty od razu, a ${day} zniknie.`,
      act: 'Odłącz',
    },
    remove: {
      title: (name: string) => `Usunąć profil „${name}”?`,
      lead: (day: string) =>
        `Zostanie zamknięty od razu, a ${day} zniknie, razem ze wszystkimi pracami, odznakami i XP. Do tego czasu każdy opiekun może go zachować.`,
      act: 'Usuń profil',
    },
    export: {
      title: (name: string) => `Wszystko o profilu „${name}”`,
      lead: 'Jeden plik ZIP: wszystkie dane jako JSON, każda tabela jako CSV do arkusza i wszystko, co dziecko oddało.',
      act: 'Pobierz',
    },
    account: {
      exportTitle: 'Wszystko o twoim koncie',
      exportLead:
        'Jeden plik ZIP z twoim kontem i każdym dzieckiem: wszystkie dane jako JSON, każda tabela jako CSV i to, co dzieci oddały.',
      removeTitle: 'Usunąć twoje konto?',
      removeLead: (day: string) =>
        `Zniknie ${day}. Wszędzie indziej nastąpi wylogowanie; do tego czasu możesz się zalogować i zachować konto.`,
      going: 'Przy tych profilach nie zostaje żaden inny opiekun. Zostaną zamknięte od razu i znikną razem z kontem:',
      staying: 'Jeśli chcesz zachować któryś z nich, zaproś najpierw innego opiekuna.',
      act: 'Usuń moje konto',
    },
  },
} satisfies Record<Language, unknown>;
