import type { PanelParent } from '../../../core/requests/caller.ts';
import { exportChild } from '../../../features/data-rights/index.ts';
import { defineFileEndpoint } from '../../../platform/http/endpoint.ts';
import { CHILD_PARAMS, defineChildPage } from '../../endpoints.ts';
import { createZipResponse, renderDangerZonePage, renderDownloadCard } from '../../parts/danger-zone.ts';
import { runWithFreshCode } from '../../sign-in/confirm.ts';

export const showChildExport = defineChildPage({
  summary: 'Show the page for downloading everything stored about a child',
  description: 'If no fresh code has been entered, redirects to the page that asks for one.',
  run: (request) =>
    runWithFreshCode(request, `${request.path}/export`, () => {
      const { child, path } = request;
      const { title, intro, submit } = request.t.dangerZone.export;
      const card = renderDownloadCard(path, submit);
      return renderDangerZonePage(request, { child, title: title({ name: child.display_name }), intro, card });
    }),
});

export const getChildExport = defineFileEndpoint({
  summary: 'Download everything stored about a child as a ZIP of JSON and CSV files',
  description:
    'Requires a code that was entered less than 15 minutes ago; otherwise the response is 403 with the reason `confirmation_required`.',
  mediaType: 'application/zip',
  isStreamed: true,
  params: CHILD_PARAMS,
  errorCodes: ['NOT_FOUND'],
  run: async (ctx, parent: PanelParent, { params, client }) =>
    createZipResponse(ctx, await exportChild(ctx, parent, client, params.id)),
});
