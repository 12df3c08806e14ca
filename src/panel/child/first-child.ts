import { Redirect } from '../../platform/http/responses/responses.ts';
import { definePanelPage, type PanelRequest } from '../endpoints.ts';
import { getChildPath } from '../parts/paths.ts';

export const showLearning = definePanelPage({
  summary: 'Redirect to what the first child learns',
  description: 'Redirects to the start page if the parent has no children.',
  run: (request) => redirectToFirstChild(request, ''),
});

export const showPlan = definePanelPage({
  summary: 'Redirect to the to-dos of the first child',
  description: 'Redirects to the start page if the parent has no children.',
  run: (request) => redirectToFirstChild(request, '/todos'),
});

/** The pages of these sections are about one child, and link to those of the other children. */
async function redirectToFirstChild({ loadFamily }: PanelRequest, page: string): Promise<Redirect> {
  const [child] = (await loadFamily()).children;
  return new Redirect(child ? getChildPath(child) + page : '/panel');
}
