// Pictures of this phone or computer, made small.

const blobOf = (canvas, quality) => new Promise((done) => { canvas.toBlob(done, 'image/jpeg', quality); });

// A square of the picture as JPEG, as large as it may be: at most so many bytes, and a side of at most `largest`. Null where
// none is small enough.
export async function squared(file, most, largest = 800) {
  const picture = await createImageBitmap(file);
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  for (const size of [1200, 1024, 800, 640, 512, 400, 300].filter((one) => one <= largest)) {
    canvas.width = canvas.height = Math.min(size, side);
    context.fillStyle = '#FFFFFF';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, canvas.width,
      canvas.height);
    for (const quality of [0.88, 0.75]) {
      const blob = await blobOf(canvas, quality);
      if (blob && blob.size <= most) return new Uint8Array(await blob.arrayBuffer());
    }
  }
  return null;
}
