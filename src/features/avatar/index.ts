export { getItemPicture, getLookPicture, listAvatarItems, patchAvatar } from './routes.ts';
