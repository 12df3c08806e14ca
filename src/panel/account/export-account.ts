import type { PanelParent } from '../../core/requests/caller.ts';
import { exportAccount } from '../../features/data-rights/index.ts';
import { defineFileEndpoint } from '../../platform/http/endpoint.ts';
import { definePanelPage } from '../endpoints.ts';
import { createZipResponse, renderDangerZonePage, renderDownloadCard } from '../parts/danger-zone.ts';
import { runWithFreshCode } from '../sign-in/confirm.ts';

export const showAccountExport = definePanelPage({
  summary: 'Show the page for downloading everything stored about the account',
  description: 'If no fresh code has been entered, redirects to the page that asks for one.',
  run: (request) =>
    runWithFreshCode(request, '/panel/account/export', () => {
      const card = renderDownloadCard('/panel/account', request.t.dangerZone.export.submit);
      return renderDangerZonePage(request, {
        title: request.t.dangerZone.account.exportTitle,
        intro: request.t.dangerZone.account.exportIntro,
        card,
      });
    }),
});

export const getAccountExport = defineFileEndpoint({
  summary: 'Download everything stored about the account and its children as a ZIP of JSON and CSV files',
  description:
    'Requires a code that was entered less than 15 minutes ago; otherwise the response is 403 with the reason `confirmation_required`.',
  mediaType: 'application/zip',
  isStreamed: true,
  run: async (ctx, parent: PanelParent, { client }) => createZipResponse(ctx, await exportAccount(ctx, parent, client)),
});
