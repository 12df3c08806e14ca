/**
 * The names of profiles without the number of a pseudonym, such as "Brave Otter" for "Brave Otter 41", where no other profile of the device
 * has the same name. Children who do not know numbers yet hear them.
 */
export function shortenNames(names: readonly string[]): readonly string[] {
  const shortNames = names.map(shortenName);
  return names.map((name, i) => {
    const shortName = shortNames[i] ?? name;
    return shortNames.filter((other) => other === shortName).length === 1 ? shortName : name;
  });
}

/** A name without the number, where only one child is named. */
export function shortenName(name: string): string {
  return name.replace(/(?<=\p{L}) [1-9]\d$/u, '');
}
