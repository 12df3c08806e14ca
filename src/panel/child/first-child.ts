import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelPage } from '../endpoints.ts';
import { getChildPath } from '../parts/paths.ts';

export const showLearning = definePanelPage({
  summary: 'Redirect to what the first child learns',
  description: 'Redirects to the start page if the parent has no children.',
  run: async ({ loadFamily }) => {
    const [child] = (await loadFamily()).children;
    return new Redirect(child ? getChildPath(child) : '/panel');
  },
});
