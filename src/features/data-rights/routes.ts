import { Type } from 'typebox';
import { createFieldError } from '../../core/requests/api-error.ts';
import type { User } from '../../core/requests/caller.ts';
import { InputText, LenientText, Timestamp } from '../../core/requests/json-schema.ts';
import { localized } from '../../locales/index.ts';
import { defineJsonEndpoint } from '../../platform/http/endpoint.ts';
import { planAccountDeletionWithCode, planOwnDeletion } from './deletions.ts';

export const deleteMe = defineJsonEndpoint({
  operationId: 'deleteMe',
  summary: "Delete the caller's profile, after seven days",
  description: `A child without a guardian sends its PIN; a child with a guardian is refused (reason \`has_guardian\`), because the guardian
    deletes it in the panel. A parent sends a code that \`POST /app/auth/login/parent\` has emailed; children without another guardian are
    deleted too. The caller is signed out everywhere. Until \`due_at\`, a child keeps the profile by signing in, and a parent in the panel. A parent whose first link to a child is less than 72 hours old
    may have to wait (409, reason \`first_link_wait\`).`,
  body: {
    pin: Type.Optional(InputText(4, { description: 'Required for a child.', examples: ['4071'] })),
    code: Type.Optional(LenientText({ description: 'Required for a parent.' })),
  },
  data: Type.Object(
    { due_at: Type.Unsafe<string>({ ...Timestamp, description: 'When the profile is erased.' }) },
    { title: 'PlannedDeletion' },
  ),
  errorCodes: ['INVALID_CODE', 'INVALID_PIN', 'FORBIDDEN', 'CONFLICT'],
  run: async (ctx, caller: User, { body: { pin, code }, client }) => {
    const secret = caller.role === 'child' ? pin : code;
    if (secret === undefined) throw createFieldError(caller.role === 'child' ? 'pin' : 'code', localized.http.missing);
    const plan = caller.role === 'child' ? planOwnDeletion : planAccountDeletionWithCode;
    return { due_at: await plan(ctx, caller, secret, client) };
  },
});
