// A row that is dragged by its handle: it floats with the finger, the others make room, the list scrolls near its edges.

// `list`: a VirtualList of one column. `drop(target)` is called if the row has another place at the end.
export function drag(event, { list, index, node, handle, drop }) {
  if (event.button > 0) return;
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const { scroller } = list;
  const begin = event.clientY;
  const beginScroll = scroller.scrollTop;
  let target = index;
  let y = begin;
  let frame = 0;
  node.classList.add('dragged');
  node.dataset.held = '1';

  const place = () => {
    const box = scroller.getBoundingClientRect();
    if (y < box.top + 60) scroller.scrollTop -= 8;
    if (y > box.bottom - 60) scroller.scrollTop += 8;
    const shift = y - begin + scroller.scrollTop - beginScroll;
    target = Math.max(0, Math.min(list.count - 1, Math.round((index * list.row + shift) / list.row)));
    node.style.transform = `translateY(${index * list.row + shift}px)`;
    for (const [at, other] of list.items) {
      if (at === index) continue;
      const aside = at > index && at <= target ? -1 : at < index && at >= target ? 1 : 0;
      other.style.transform = `translateY(${(at + aside) * list.row}px)`;
    }
  };
  const turn = () => {
    place();
    if (node.isConnected) frame = requestAnimationFrame(turn);
  };
  frame = requestAnimationFrame(turn);
  const moved = (next) => { y = next.clientY; };
  const end = (last) => {
    cancelAnimationFrame(frame);
    // Where the finger left, on a busy device too, which draws fewer frames.
    if (last.type === 'pointerup') {
      moved(last);
      place();
    }
    handle.removeEventListener('pointermove', moved);
    node.classList.remove('dragged');
    delete node.dataset.held;
    if (last.type === 'pointerup' && target !== index) drop(target);
    list.refresh();
  };
  handle.addEventListener('pointermove', moved);
  for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, end, { once: true });
}

// A finger that wipes a row to the left: `gone()` once it is far enough. Up and down scroll the list as ever, since the
// row leaves them to the browser (touch-action).
export function wipe(row, mark, gone) {
  let begin = null;
  const shift = (pixels) => {
    row.style.setProperty('--wiped', `${pixels}px`);
    row.classList.toggle('wiping', pixels < 0);
    mark.classList.toggle('far', -pixels > row.clientWidth / 3);
  };
  row.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'touch' && event.isPrimary && !event.target.closest('.handle')) begin = [event.clientX,
      event.clientY];
  });
  row.addEventListener('pointermove', (event) => {
    if (!begin) return;
    const x = event.clientX - begin[0];
    const wiping = row.classList.contains('wiping');
    if (!wiping && (x > -12 || -x < 2 * Math.abs(event.clientY - begin[1]))) return;
    if (!wiping) row.setPointerCapture(event.pointerId);
    row.dataset.held = '1';
    shift(Math.min(-1, x));
  });
  const end = (event) => {
    if (begin && row.classList.contains('wiping') && event.type === 'pointerup' && mark.classList.contains('far')) gone();
    begin = null;
    delete row.dataset.held;
    shift(0);
  };
  for (const name of ['pointerup', 'pointercancel']) row.addEventListener(name, end);
}
