// What somebody drops on the page.

// The files of what was dropped, also in folders, with their paths.
export async function dropped(items) {
  const found = [];
  const walk = async (entry, path) => {
    if (entry.isFile) {
      const file = await new Promise((done, failed) => { entry.file(done, failed); });
      found.push({ file, path: `${path}${file.name}` });
      return;
    }
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((done, failed) => { reader.readEntries(done, failed); });
      if (some.length === 0) return;
      for (const one of some) await walk(one, `${path}${entry.name}/`);
    }
  };
  // The entries are only there at once.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  for (const entry of entries) await walk(entry, '');
  return found;
}
