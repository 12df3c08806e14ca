import type { Language } from '../../core/languages.ts';

/** Pages that need no sign-in: an invitation, the way to delete an account, letters off. */
export const OUTSIDE_WORDS = {
  en: {
    invitation: {
      title: (name: string) => `Become a guardian of ${name}?`,
      lead: (from: string, name: string) =>
        `${from} invites you to see how ${name} is doing, to praise its work and to set chores.`,
      consent:
        'By accepting you agree that this service keeps the child’s profile, as the page “What we keep” in the panel says.',
      forAddress: (email: string) => `The invitation is for ${email}.`,
      send: 'Send me a code to sign in',
      sent: (email: string) => `A code is on its way to ${email}. It is good for ten minutes.`,
      codeLabel: 'Six-digit code',
      accept: 'Sign in and accept',
      acceptNow: 'Accept',
      again: 'Send a new code',
    },
    letters: {
      title: 'No more letters about the week?',
      lead: 'Letters about the safety of your account still come.',
      act: 'Switch them off',
      doneTitle: 'Done',
      doneLead:
        'The letter about the week will not come any more. You can switch it on again in the panel, on the page “Account”.',
      panel: 'To the panel',
    },
    deletion: {
      title: 'Delete an account',
      lead: 'Here a parent can delete the account and whatever belongs to it, also without the app.',
      steps: [
        'Type the e-mail address of your account and the code that we send there.',
        'See what will be deleted, and confirm.',
        'For seven days you can sign in and keep everything. Then it is really gone: your account, the children without another guardian, their work, badges and XP, and all files.',
      ],
      one: 'To delete only one child, sign in and open the child’s settings.',
      label: 'E-mail address',
      send: 'Send me a code',
      sent: (email: string) => `A code is on its way to ${email}. It is good for ten minutes.`,
      codeLabel: 'Six-digit code',
      go: 'Go on',
    },
  },
  es: {
    invitation: {
      title: (name: string) => `¿Quieres acompañar a ${name}?`,
      lead: (from: string, name: string) =>
        `${from} te invita a ver cómo le va a ${name}, a elogiar su trabajo y a ponerle tareas.`,
      consent:
        'Al aceptar, das tu consentimiento para que este servicio guarde el perfil, como dice la página «Qué guardamos» del panel.',
      forAddress: (email: string) => `La invitación es para ${email}.`,
      send: 'Envíame un código para entrar',
      sent: (email: string) => `Un código va de camino a ${email}. Vale durante diez minutos.`,
      codeLabel: 'Código de seis cifras',
      accept: 'Entrar y aceptar',
      acceptNow: 'Aceptar',
      again: 'Enviar otro código',
    },
    letters: {
      title: '¿No quieres más mensajes sobre la semana?',
      lead: 'Los mensajes sobre la seguridad de tu cuenta seguirán llegando.',
      act: 'Desactivarlos',
      doneTitle: 'Hecho',
      doneLead:
        'El mensaje sobre la semana ya no llegará. Puedes volver a activarlo en el panel, en la página «Cuenta».',
      panel: 'Ir al panel',
    },
    deletion: {
      title: 'Borrar una cuenta',
      lead: 'Aquí una madre o un padre puede borrar su cuenta y todo lo que le pertenece, también sin la aplicación.',
      steps: [
        'Escribe el correo de tu cuenta y el código que te enviamos.',
        'Mira qué se va a borrar y confírmalo.',
        'Durante siete días puedes entrar y conservarlo todo. Después desaparece de verdad: tu cuenta, los perfiles que nadie más acompaña, sus trabajos, insignias y XP, y todos los archivos.',
      ],
      one: 'Para borrar un solo perfil, entra y abre sus ajustes.',
      label: 'Correo electrónico',
      send: 'Envíame un código',
      sent: (email: string) => `Un código va de camino a ${email}. Vale durante diez minutos.`,
      codeLabel: 'Código de seis cifras',
      go: 'Seguir',
    },
  },
  uk: {
    invitation: {
      title: (name: string) => `Опікуватися профілем «${name}»?`,
      lead: (from: string, name: string) =>
        `${from} запрошує вас бачити, як справи в профілі «${name}», хвалити роботи й давати справи.`,
      consent:
        'Приймаючи, ви погоджуєтеся, що цей сервіс зберігає профіль дитини, як сказано на сторінці панелі «Що ми зберігаємо».',
      forAddress: (email: string) => `Запрошення для адреси ${email}.`,
      send: 'Надіслати мені код для входу',
      sent: (email: string) => `Код уже в дорозі на адресу ${email}. Він діє десять хвилин.`,
      codeLabel: 'Код із шести цифр',
      accept: 'Увійти й прийняти',
      acceptNow: 'Прийняти',
      again: 'Надіслати новий код',
    },
    letters: {
      title: 'Більше не надсилати листів про тиждень?',
      lead: 'Листи про безпеку вашого облікового запису й далі приходитимуть.',
      act: 'Вимкнути їх',
      doneTitle: 'Готово',
      doneLead:
        'Лист про тиждень більше не приходитиме. Увімкнути його можна на панелі, на сторінці «Обліковий запис».',
      panel: 'До панелі',
    },
    deletion: {
      title: 'Видалити обліковий запис',
      lead: 'Тут батьки можуть видалити обліковий запис і все, що до нього належить, навіть без застосунку.',
      steps: [
        'Введіть електронну адресу свого облікового запису й код, який ми на неї надішлемо.',
        'Перегляньте, що буде видалено, і підтвердьте.',
        'Сім днів можна ввійти й зберегти все. Потім воно справді зникне: ваш обліковий запис, діти, якими більше ніхто не опікується, їхні роботи, відзнаки, XP і всі файли.',
      ],
      one: 'Щоб видалити лише одну дитину, увійдіть і відкрийте її налаштування.',
      label: 'Електронна адреса',
      send: 'Надіслати мені код',
      sent: (email: string) => `Код уже в дорозі на адресу ${email}. Він діє десять хвилин.`,
      codeLabel: 'Код із шести цифр',
      go: 'Далі',
    },
  },
  pl: {
    invitation: {
      title: (name: string) => `Opiekować się profilem „${name}”?`,
      lead: (from: string, name: string) =>
        `${from} zaprasza cię, by widzieć, jak idzie w profilu „${name}”, chwalić prace i zlecać zadania.`,
      consent:
        'Przyjmując, zgadzasz się, że ta usługa przechowuje profil dziecka, jak mówi strona panelu „Co przechowujemy”.',
      forAddress: (email: string) => `Zaproszenie jest dla adresu ${email}.`,
      send: 'Wyślij mi kod do logowania',
      sent: (email: string) => `Kod jest w drodze na adres ${email}. Jest ważny dziesięć minut.`,
      codeLabel: 'Sześciocyfrowy kod',
      accept: 'Zaloguj się i przyjmij',
      acceptNow: 'Przyjmij',
      again: 'Wyślij nowy kod',
    },
    letters: {
      title: 'Nie wysyłać więcej listów o tygodniu?',
      lead: 'Listy o bezpieczeństwie twojego konta będą nadal przychodzić.',
      act: 'Wyłącz je',
      doneTitle: 'Gotowe',
      doneLead: 'List o tygodniu nie będzie już przychodził. Możesz go znowu włączyć w panelu, na stronie „Konto”.',
      panel: 'Do panelu',
    },
    deletion: {
      title: 'Usuń konto',
      lead: 'Tutaj rodzic może usunąć konto i wszystko, co do niego należy, także bez aplikacji.',
      steps: [
        'Wpisz adres e-mail swojego konta i kod, który na niego wyślemy.',
        'Zobacz, co zostanie usunięte, i potwierdź.',
        'Przez siedem dni możesz się zalogować i zachować wszystko. Potem znika to naprawdę: twoje konto, dzieci bez innego opiekuna, ich prace, odznaki i XP oraz wszystkie pliki.',
      ],
      one: 'Aby usunąć tylko jedno dziecko, zaloguj się i otwórz jego ustawienia.',
      label: 'Adres e-mail',
      send: 'Wyślij mi kod',
      sent: (email: string) => `Kod jest w drodze na adres ${email}. Jest ważny dziesięć minut.`,
      codeLabel: 'Sześciocyfrowy kod',
      go: 'Dalej',
    },
  },
} satisfies Record<Language, unknown>;
