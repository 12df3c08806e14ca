/** For this long, a guardian can undo a decision in the panel. It is carried out afterward, so that a child never sees it undone (gap 201). */
export const UNDO_SECONDS = 10;
