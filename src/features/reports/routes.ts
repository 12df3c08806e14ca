import { Type } from 'typebox';
import { createFieldError } from '../../core/requests/api-error.ts';
import type { User } from '../../core/requests/caller.ts';
import { Enum, LenientText } from '../../core/requests/json-schema.ts';
import { toLanguage } from '../../core/text/languages.ts';
import { localized } from '../../locales/index.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { reportToOperator } from './report.ts';

export const postReport = defineJsonEndpoint({
  operationId: 'reportToOperator',
  summary: 'Report a planet or a name to the operator',
  description: `The operator of the service gets an email and can end the planet or reset the name. At most five reports a day. The
    response is 409 (\`no_operator_contact\`) if the service has no \`OPERATOR_CONTACT\`.`,
  body: {
    kind: Enum(['planet', 'name'], { description: 'What is reported.', examples: ['planet'] }),
    planet_id: Type.Optional(
      LenientText({ description: 'The id of a planet; for the kind `planet`.', examples: ['star-gazers'] }),
    ),
    name: Type.Optional(
      LenientText({
        description: 'A name as it was shown, 1 to 60 characters; for the kind `name`.',
        examples: ['Mia'],
      }),
    ),
  },
  data: Type.Object({ message: Type.String({ description: 'A text for a person.' }) }, { title: 'ReportSent' }),
  errorCodes: ['NOT_FOUND', 'CONFLICT'],
  run: async (ctx, caller: User, { body: { kind, planet_id, name } }) => {
    if (kind === 'planet') {
      if (planet_id === undefined) throw createFieldError('planet_id', localized.rankings.missingPlanetId);
      await reportToOperator(ctx, caller, { kind, planetId: planet_id });
    } else {
      await reportToOperator(ctx, caller, { kind, name: name ?? '' });
    }
    return { message: localized.reports.sent[toLanguage(caller.language)] };
  },
});
