import { Type } from 'typebox';
import type { Child } from '../../../core/requests/caller.ts';
import { toLanguage } from '../../../core/text/languages.ts';
import { defineJsonEndpoint } from '../../../platform/http/endpoint.ts';
import { getSubmissionFilePath } from '../submissions/serializers.ts';
import { listHeardRecordings } from './record-phrase.ts';

export const getRecordings = defineJsonEndpoint({
  operationId: 'listRecordings',
  summary: "What the child's guardians have read aloud for the app",
  description: `Lists the recordings of phrases in the child's language: for each phrase, the newest of all guardians. When the app says
    exactly these words, it plays the recording instead. The list is empty if a guardian has switched the recordings off for the child.`,
  data: Type.Array(
    Type.Object(
      {
        text: Type.String({ description: 'What is said, word for word.' }),
        url: Type.String({ description: 'A sound, which only the child and the guardian who made it can load.' }),
        mime: Type.String(),
      },
      { title: 'Recording' },
    ),
  ),
  run: async (ctx, { profileId, language }: Child) => {
    const recordings = await listHeardRecordings(ctx, profileId, toLanguage(language));
    return recordings.map(({ phrase, name, mime }) => ({
      text: phrase,
      url: ctx.settings.baseUrl + getSubmissionFilePath(name),
      mime,
    }));
  },
});
