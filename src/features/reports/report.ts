import { ApiError, createFieldError } from '../../core/requests/api-error.ts';
import { normalizeLine } from '../../core/text/normalize-text.ts';
import { addSeconds, DAY } from '../../core/time/instant.ts';
import { localized } from '../../locales/index.ts';
import { createNotFoundError } from '../../platform/api-errors.ts';
import type { Context } from '../../platform/context.ts';
import { countAgainstLimits, REPORT_LIMIT } from '../access/index.ts';
import { listChildAndSiblings, listChildren, listProfiles, type Profile } from '../accounts/index.ts';
import { findPlanet, listMemberIds, listPlanetIds } from '../planets/index.ts';
import { composeReportEmail } from './emails.ts';

/** What a person reports: a planet by its id, or a name as the person has read it. */
export type ReportedContent =
  | { readonly kind: 'planet'; readonly planetId: string }
  | { readonly kind: 'name'; readonly name: string };

interface Reporter {
  readonly role: 'child' | 'parent' | 'panel';
  readonly profileId: string;
}

const MAX_NAME_LENGTH = 60;
/** A person who sees members of more planets than this is rare, and the operator finds the name by other means. */
const MAX_SEARCHED_PLANETS = 10;

/**
 * Emails a report to the operator, who can end the planet or reset the name. Nothing is stored. Refuses a planet that the reporter
 * does not see (404), an empty name (400), more than five reports a day (429), and a service without OPERATOR_CONTACT (409).
 */
export async function reportToOperator(ctx: Context, reporter: Reporter, content: ReportedContent): Promise<void> {
  const { operatorContact } = ctx.settings;
  if (operatorContact === null)
    throw new ApiError('CONFLICT', localized.reports.noContact, { reason: 'no_operator_contact' });
  const report = await describeReport(ctx, reporter, content);
  const now = ctx.now();
  const outcome = await ctx.write(async (ctx) => {
    const limitKey = ctx.secrets.hashWithPepper('reports', reporter.profileId);
    const refusal = await countAgainstLimits(ctx, [REPORT_LIMIT], limitKey);
    if (refusal) return refusal;
    await ctx.outbox.enqueue(ctx, composeReportEmail(operatorContact, report), {
      topic: `report ${ctx.random.timeOrderedId()}`,
      now,
      expiresAt: addSeconds(now, 3 * DAY),
      kind: 'other',
    });
    return undefined;
  });
  if (outcome) throw outcome;
}

async function describeReport(ctx: Context, reporter: Reporter, content: ReportedContent) {
  const planetIds = await listPlanetIds(ctx, await listOwnChildIds(ctx, reporter));
  if (content.kind === 'planet') {
    const planet = await findPlanet(ctx, content.planetId);
    if (!planet || (planet.visibility === 'invite' && !planetIds.includes(planet.id))) throw createNotFoundError();
    return { kind: 'planet' as const, text: planet.name.en, ids: [planet.id], reporterId: reporter.profileId };
  }
  const name = normalizeLine(content.name, MAX_NAME_LENGTH);
  if (name === undefined) throw createFieldError('name', localized.reports.invalidName);
  const profiles = await listVisibleProfiles(ctx, reporter, planetIds.slice(0, MAX_SEARCHED_PLANETS));
  const ids = profiles.filter((profile) => profile.display_name === name || profile.pseudonym === name);
  return { kind: 'name' as const, text: name, ids: ids.map(({ id }) => id), reporterId: reporter.profileId };
}

async function listOwnChildIds(ctx: Context, { role, profileId }: Reporter): Promise<string[]> {
  return role === 'child' ? [profileId] : (await listChildren(ctx, profileId)).map(({ id }) => id);
}

/** The profiles whose names the reporter can see: those of the family and of the members of planets. */
async function listVisibleProfiles(
  ctx: Context,
  { role, profileId }: Reporter,
  planetIds: readonly string[],
): Promise<Profile[]> {
  const family = role === 'child' ? await listChildAndSiblings(ctx, profileId) : await listChildren(ctx, profileId);
  const familyIds = new Set(family.map(({ id }) => id));
  const others: Profile[] = [];
  for (const planetId of planetIds) {
    const memberIds = await listMemberIds(ctx, planetId);
    others.push(
      ...(await listProfiles(
        ctx,
        memberIds.filter((id) => !familyIds.has(id)),
      )),
    );
  }
  return [...family, ...new Map(others.map((profile) => [profile.id, profile])).values()];
}
