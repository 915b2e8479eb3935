// A pad that is moved by its handle: it floats with the finger, the others make room.

const edgePixels = 60;
const scrollPixels = 8;

const shift = (node, x, y) => { node.style.transform = x || y ? `translate(${x}px, ${y}px)` : ''; };

// `from` is the number of `item` among `items`. `isGoal(index)`: whether it may go there. `done` gets the number of the
// place where it was let go; null where the drag was cancelled.
export function dragPad(event, { from, item, items, handle, isGoal, done }) {
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const scroller = document.getElementById('view');
  const boxes = items.map((one) => one.getBoundingClientRect());
  const begin = { x: event.clientX, y: event.clientY, scroll: scroller.scrollTop };
  const at = { x: begin.x, y: begin.y };
  let to = from;
  let frame = 0;
  item.classList.add('dragged');
  const place = () => {
    const edges = scroller.getBoundingClientRect();
    if (at.y < edges.top + edgePixels) scroller.scrollTop -= scrollPixels;
    if (at.y > edges.bottom - edgePixels) scroller.scrollTop += scrollPixels;
    const x = at.x - begin.x;
    const y = at.y - begin.y + scroller.scrollTop - begin.scroll;
    const distance = (box) => Math.hypot(box.x - boxes[from].x - x, box.y - boxes[from].y - y);
    to = boxes.reduce((best, box, index) => (isGoal(index) && distance(box) < distance(boxes[best]) ? index : best), from);
    shift(item, x, y);
    items.forEach((one, index) => {
      if (index === from) return;
      const aside = boxes[index > from && index <= to ? index - 1 : index < from && index >= to ? index + 1 : index];
      shift(one, aside.x - boxes[index].x, aside.y - boxes[index].y);
    });
  };
  const turn = () => {
    place();
    if (item.isConnected) frame = requestAnimationFrame(turn);
  };
  frame = requestAnimationFrame(turn);
  const moved = (next) => Object.assign(at, { x: next.clientX, y: next.clientY });
  const end = (last) => {
    cancelAnimationFrame(frame);
    // Where the finger left, on a busy device too, which draws fewer frames.
    if (last.type === 'pointerup') {
      moved(last);
      place();
    }
    handle.removeEventListener('pointermove', moved);
    item.classList.remove('dragged');
    items.forEach((one) => shift(one, 0, 0));
    done(last.type === 'pointerup' ? to : null);
  };
  handle.addEventListener('pointermove', moved);
  for (const name of ['pointerup', 'pointercancel']) handle.addEventListener(name, end, { once: true });
}
