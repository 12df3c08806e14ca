export interface FamilyMember {
  readonly xp: number;
  readonly level: number;
  readonly display_name: string;
}

/** Orders two members of a family by XP, then by level, then by name. The service orders members with equal XP by id. */
export function compareMembers(a: FamilyMember, b: FamilyMember): number {
  return b.xp - a.xp || b.level - a.level || a.display_name.localeCompare(b.display_name);
}
