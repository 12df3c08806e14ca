export { deliverNotifications } from './deliver-notifications.ts';
