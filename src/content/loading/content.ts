import type { Misconception } from '../format/misconceptions.ts';
import type { MultilingualText, PackFile } from '../format/pack.ts';
import type { PlanetEntry, PlanetLook } from '../format/planets.ts';
import type { AvatarItem, Badge, Level, StarterLook } from '../format/progression.ts';
import type { Skill } from '../format/skills.ts';
import type { TaskFile } from '../format/task.ts';
import type { CharacterEntry, WorldFile } from '../format/world.ts';
import type { Generator } from '../generate/generator.ts';
import type { AnswerKey, Item } from '../kinds/index.ts';

/** A decorative picture of a pack, in memory. Text next to it has the same meaning. */
export interface Picture {
  readonly name: string;
  readonly svg: Buffer;
  /** A hash of the file. */
  readonly version: string;
}

/** A picture or sound that carries meaning, in memory. */
export interface Media {
  readonly id: string;
  /** The file name in its URL, such as "pond.svg". */
  readonly file: string;
  readonly mime: string;
  readonly bytes: Buffer;
  /** A hash of the file. */
  readonly version: string;
  readonly alt: MultilingualText;
  readonly caption: MultilingualText | null;
  readonly license: string;
  readonly source: string;
  /** Null for a sound, and for a picture of unknown size. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The validated content of all packs, in memory. */
export interface Content {
  /** In order; the first is level 1. */
  readonly levels: readonly Level[];
  readonly badges: ReadonlyMap<string, Badge>;
  /** The skins, hairstyles, clothes and accessories of avatars. */
  readonly avatarItems: ReadonlyMap<string, AvatarItem>;
  /** The avatars that a new child can choose from. */
  readonly starterLooks: readonly StarterLook[];
  /** The clubs and events, in the order of their packs. */
  readonly planets: ReadonlyMap<string, PlanetEntry>;
  /** The look of family planets; null when no pack defines it. */
  readonly familyPlanetLook: PlanetLook | null;
  readonly pictures: ReadonlyMap<string, Picture>;
  readonly media: ReadonlyMap<string, Media>;
  /** Changes whenever an avatar.yaml changes. It is part of the URLs of all avatar pictures. */
  readonly avatarRevision: string;

  /** The skills by id. Every skill of a quiz is one of them. */
  readonly skills: ReadonlyMap<string, Skill>;
  /** The wrong ideas behind mistakes, by id. */
  readonly misconceptions: ReadonlyMap<string, Misconception>;
  /** The ids of the misconceptions that an item can show, by task id and item id. */
  readonly itemMisconceptions: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

  readonly packs: ReadonlyMap<string, PackFile>;
  /** In display order. */
  readonly worlds: ReadonlyMap<string, World>;
  readonly locations: ReadonlyMap<string, Location>;
  /** The parts of tasks that a child may see before grading. */
  readonly tasks: ReadonlyMap<string, Task>;
  /** The answer keys by task id. A child must not see them before grading. */
  readonly taskKeys: ReadonlyMap<string, TaskKey>;
  /**
   * The generators, which create new items for each attempt, by task id and item id. `tasks` and `taskKeys` contain an example
   * item of each.
   */
  readonly generators: ReadonlyMap<string, ReadonlyMap<string, Generator>>;
  /** How much harder items are than written, in difficulties, as the service has learned; by "<task id>/<item id>". */
  readonly itemShifts?: ReadonlyMap<string, number>;
}

export interface World extends Required<Pick<WorldFile, 'title' | 'description' | 'subject' | 'age_min' | 'age_max'>> {
  readonly id: string;
  readonly pack_id: string;
  readonly license: string;
  /** The languages of all texts of the world; the first is the fallback. Titles can be in more languages. */
  readonly languages: readonly string[];
  /** A media id. */
  readonly cover: string;
  readonly characters: readonly CharacterEntry[];
  /** `icon` is a picture's name. */
  readonly theme: { readonly color: string; readonly icon: string };
  /** 0 for the first. */
  readonly order_index: number;
  readonly prerequisite_ids: readonly string[];
  readonly required_level: number | null;
  readonly opens_at: string | null;
  /** In the order of the map. */
  readonly location_ids: readonly string[];
  readonly content_version: string;
}

type LocationEntry = WorldFile['locations'][number];

export interface Location extends Pick<LocationEntry, 'id' | 'title' | 'description' | 'icon' | 'map' | 'kind'> {
  readonly world_id: string;
  readonly order_index: number;
  readonly optional: boolean;
  /** Locations of the same world. */
  readonly prerequisite_ids: readonly string[];
  readonly required_level: number | null;
  /** The story of the location, shown before its tasks; `picture` is a picture's name. */
  readonly story: readonly { readonly picture: string; readonly text: MultilingualText }[];
  readonly task_ids: readonly string[];
}

/**
 * The public part of a task. From the file with the answers, it contains only the number of hints and the options that generated
 * items show.
 */
export interface Task extends Required<Omit<TaskFile, 'items' | 'media'>> {
  readonly id: string;
  readonly world_id: string;
  readonly location_id: string;
  /** 0 for the first of its location. */
  readonly order_index: number;
  /** Media ids. */
  readonly media: readonly string[];
  readonly items: readonly Item[];
  /**
   * The mean probability of guessing the answer to a question, 0 to 1; null without a question. It is known without the items, which a
   * task with generators builds when they are first read.
   */
  readonly guess_chance: number | null;
  /** Changes whenever the task's files change, including its answers. */
  readonly content_version: string;
}

export interface TaskKey {
  readonly task_id: string;
  readonly content_version: string;
  /** The answer keys by item id. Info items have none. */
  readonly itemKeys: ReadonlyMap<string, AnswerKey>;
}
