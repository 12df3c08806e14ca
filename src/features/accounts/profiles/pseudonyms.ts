import type { Language } from '../../../core/text/languages.ts';

/**
 * Generates a friendly name, such as "Brave Otter 41", for a child who has not chosen one (gap 11). Its animal is `look`, the name of the child's
 * starter look, if that is an animal.
 */
export function generatePseudonym(language: Language, random: (below: number) => number, look?: string): string {
  const { animals, adjectives, endings, isNounFirst } = WORDS[language];
  const choices = GENDERS.flatMap((gender) => splitWords(animals[gender] ?? '').map((word) => [word, gender] as const));
  const [animal, gender] = choices.find(([word]) => word === look) ?? pickRandom(choices, random);
  const adjective = inflect(pickRandom(splitWords(adjectives), random), gender, endings);
  return `${isNounFirst ? `${animal} ${adjective}` : `${adjective} ${animal}`} ${10 + random(90)}`;
}

const GENDERS = ['masculine', 'feminine', 'neuter'] as const;
type Gender = (typeof GENDERS)[number];

interface Words {
  /** The names of animals, separated by spaces. */
  readonly animals: Readonly<Partial<Record<Gender, string>>>;
  /** Adjectives in the masculine form, separated by spaces. `endings` must contain the endings for the other genders. */
  readonly adjectives: string;
  readonly endings: readonly Readonly<Record<Gender, string>>[];
  readonly isNounFirst: boolean;
}

function splitWords(words: string): string[] {
  return words.match(/\S+/g) ?? [];
}

function pickRandom<T>(choices: readonly T[], random: (below: number) => number): T {
  return choices[random(choices.length)] as T; // `random` returns a number below the length, and no list of words is empty
}

/**
 * Inflects an adjective for a gender. The first row whose masculine ending matches contains the new ending. An adjective
 * that matches no row does not change.
 */
function inflect(adjective: string, gender: Gender, endings: Words['endings']): string {
  const row = endings.find(({ masculine }) => adjective.endsWith(masculine));
  return row ? adjective.slice(0, -row.masculine.length) + row[gender] : adjective;
}

// Use positive words, and animals that a child would like to be. Avoid words that mean slow, big or sly, or that are an
// insult in some region.
const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    animals: {
      // English has no grammatical gender
      neuter: `Otter Fox Owl Bear Panda Dolphin Penguin Koala Rabbit Squirrel Hedgehog Robin Falcon Eagle Swan Kitten Puppy
        Tiger Lion Lynx Heron Hummingbird Unicorn Dragon Wolf Kangaroo Toucan Puffin Seahorse Alpaca Llama Firefly
        Butterfly Lark Chipmunk Starling Kingfisher`,
    },
    adjectives: `Brave Bright Calm Caring Cheerful Clever Creative Curious Daring Fearless Friendly Gentle Happy Helpful
      Honest Inventive Jolly Joyful Kind Lively Loyal Lucky Merry Noble Patient Polite Radiant Shining Sparkling Sunny
      Swift Thoughtful Wise`,
    endings: [],
    isNounFirst: false,
  },
  es: {
    animals: {
      masculine: `Zorro Búho Oso Conejo Panda Delfín Pingüino Koala Erizo Halcón Cisne Gatito Cachorro Tigre León Lince Colibrí
        Unicornio Dragón Lobo Canguro Mapache Tucán Petirrojo`,
      feminine: `Nutria Ardilla Garza Alondra Cigüeña Golondrina Águila Gacela Liebre Abeja Cebra Libélula Luciérnaga
        Alpaca`,
    },
    adjectives: `Valiente Alegre Amable Feliz Veloz Brillante Curioso Sabio Gentil Noble Leal Simpático Risueño Creativo
      Ingenioso Sereno Tranquilo Generoso Soñador Radiante Sonriente Amistoso Bondadoso Divertido Aventurero Audaz Ágil
      Atento Paciente Luminoso Honesto Optimista`,
    endings: [
      { masculine: 'o', feminine: 'a', neuter: 'o' },
      { masculine: 'dor', feminine: 'dora', neuter: 'dor' },
    ],
    isNounFirst: true,
  },
  uk: {
    animals: {
      masculine: `Лис Їжачок Дельфін Пінгвін Кролик Сокіл Орел Лебідь Тигр Лев Борсук Єнот Єдиноріг Дракон Журавель
        Соловей Метелик Вовк Ведмедик Джміль Шпак Зайчик Бурундук Снігур`,
      feminine: `Видра Білка Сова Панда Коала Ластівка Чапля Пташка Бджілка Альпака Лама Синичка Горлиця Зебра Пантера`,
      neuter: 'Кошеня Цуценя Лисеня Левеня Тигреня Совеня Пташеня Зайченя',
    },
    adjectives: `Хоробрий Веселий Добрий Мудрий Кмітливий Допитливий Лагідний Привітний Радісний Сміливий Спритний
      Щасливий Щирий Яскравий Сонячний Чемний Жвавий Винахідливий Відважний Уважний Терплячий Чуйний Спокійний
      Мрійливий Швидкий Чарівний Зоряний Казковий Вірний Чесний Творчий Бадьорий Турботливий Світлий Щедрий`,
    endings: [{ masculine: 'ий', feminine: 'а', neuter: 'е' }],
    isNounFirst: false,
  },
  pl: {
    animals: {
      masculine: `Lis Jeż Delfin Pingwin Królik Sokół Orzeł Łabędź Tygrys Lew Borsuk Szop Jednorożec Smok Żuraw Słowik
        Motyl Wilk Miś Trzmiel Szpak Kangur Ryś Koliber Bocian Rudzik`,
      feminine: `Wydra Wiewiórka Sowa Panda Jaskółka Czapla Pszczółka Alpaka Gazela Ważka Pantera Zebra Sarenka Sójka
        Zięba`,
      neuter: 'Kocię Szczenię Źrebię Lwiątko Jagnię',
    },
    adjectives: `Dzielny Wesoły Mądry Bystry Ciekawy Łagodny Miły Radosny Odważny Zwinny Szczęśliwy Szczery Słoneczny
      Uprzejmy Pomysłowy Śmiały Uważny Cierpliwy Spokojny Szybki Magiczny Gwiezdny Bajkowy Wierny Uczciwy Twórczy
      Pogodny Troskliwy Hojny Zręczny Dobry Serdeczny Lśniący Życzliwy Przyjazny Błyskotliwy`,
    endings: [
      { masculine: 'ki', feminine: 'ka', neuter: 'kie' },
      { masculine: 'y', feminine: 'a', neuter: 'e' },
    ],
    isNounFirst: false,
  },
};
