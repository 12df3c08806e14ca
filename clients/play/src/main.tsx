import './styles/play.css';
import './styles/screens.css';
import './styles/task.css';
import './styles/scenes.css';
import './styles/controls.css';
import './styles/dialog.css';
import './styles/sign-in.css';
import './styles/links.css';
import './styles/map.css';
import './styles/items.css';
import './styles/result.css';
import './styles/me.css';
import './styles/medal.css';
import './styles/calendar.css';
import './styles/skills.css';
import './styles/creative.css';
import './styles/motion.css';
import './styles/large-screens.css';
import { render } from 'preact';
import { initializeApp } from './api/session.ts';
import { App } from './app.tsx';
import { deleteOldDrafts } from './offline/drafts.ts';
import { initializeQueue } from './offline/queue.ts';
import { registerServiceWorker } from './offline/service-worker.ts';
import { applyLineBreakRules } from './parts/line-breaks.ts';
import { initializeSounds } from './sound/sounds.ts';
import { initializeReadAloud } from './speech/read-aloud.ts';

const root = document.getElementById('app');
if (root) {
  await initializeApp();
  initializeQueue();
  applyLineBreakRules();
  await initializeReadAloud();
  render(<App />, root);
  await initializeSounds();
  await registerServiceWorker();
  await deleteOldDrafts();
}
