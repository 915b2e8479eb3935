// Runs of neighbouring places, each as its first place and the one after its last. `places` are in order.
export const runsOf = (places) => places.reduce((runs, place) => {
  const run = runs.at(-1);
  if (run?.[1] === place) run[1] = place + 1;
  else runs.push([place, place + 1]);
  return runs;
}, []);
