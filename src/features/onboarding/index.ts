export { completeOnboarding, getOnboarding } from './routes.ts';
