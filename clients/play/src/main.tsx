import './styles/play.css';
import './styles/screens.css';
import './styles/task.css';
import './styles/extra.css';
import { render } from 'preact';
import { openApp } from './api/session.ts';
import { App } from './app.tsx';
import { watchQueue } from './offline/queue.ts';

const root = document.getElementById('app');
if (root) {
  await openApp();
  watchQueue();
  render(<App />, root);
}
