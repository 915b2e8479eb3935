// Gives the page the samples of a microphone. It runs on the browser's thread of the sound.

registerProcessor('samples', class extends AudioWorkletProcessor {
  process([[samples]]) {
    if (samples) this.port.postMessage(samples.slice());
    return true;
  }
});
