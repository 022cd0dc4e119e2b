// The sounds of the table, made as they are played. This is loaded when sound is switched on.

const context = new AudioContext();

// tap is a short knock, as of a card on felt: noise through a filter.
function tap(pitch, lasts) {
  const length = Math.ceil(context.sampleRate * lasts);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  buffer.copyToChannel(Float32Array.from({ length }, (_, i) => (2 * Math.random() - 1) * (1 - i / length) ** 3), 0);
  const noise = new AudioBufferSourceNode(context, { buffer });
  noise.connect(new BiquadFilterNode(context, { type: 'bandpass', frequency: pitch, Q: .8 })).connect(new GainNode(context, { gain: .5 })).connect(context.destination);
  noise.start();
}

// chime plays rising notes.
function chime() {
  for (const [i, pitch] of [523, 659, 784, 1047].entries()) {
    const from = context.currentTime + .12 * i;
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(.15, from);
    gain.gain.exponentialRampToValueAtTime(.001, from + .5);
    const note = new OscillatorNode(context, { type: 'triangle', frequency: pitch });
    note.connect(gain).connect(context.destination);
    note.start(from);
    note.stop(from + .5);
  }
}

/** @type {(kind: 'laid' | 'turned' | 'won') => Promise<void>} */
export async function play(kind) {
  await context.resume();
  if (kind === 'won') chime();
  else if (kind === 'turned') tap(2400, .06);
  else tap(900, .08);
}
