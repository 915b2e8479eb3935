// The queue as a view of its own; a desk has room for columns.

import { h } from '../dom.js';
import { SongTable } from '../songs/table.js';
import { QueueList } from './queue.js';

export const styles = ['library'];
export const texts = true;

export function queueView(scroller) {
  const queue = new QueueList(scroller, 'h1');
  const table = new SongTable({ fixed: true, changed: () => queue.list.refresh(true) });
  const [top, ...rest] = queue.nodes;
  queue.table = table;
  table.attach(queue.list);
  return {
    node: h('div', { class: 'page' }, top, table.node, ...rest), drawn: () => queue.drawn(), end: () => {
      table.end();
      queue.end();
    },
  };
}
