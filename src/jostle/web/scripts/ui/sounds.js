/** The sounds of the table, made of oscillators and noise when they are needed. */

import { preferences } from "./preferences.js";

/** @typedef {import("../types.js").SoundName} SoundName */

/**
 * One part of a sound: a tone that falls or rises, or a burst of noise (wood on wood).
 * @typedef {object} Part
 * @property {"sine" | "triangle" | "noise"} wave
 * @property {number} from pitch in hertz (of the filter, for noise)
 * @property {number} [to] pitch at the end
 * @property {number} at seconds after the start
 * @property {number} long seconds
 * @property {number} loud from 0 to 1
 */

/** @type {Record<SoundName, Part[]>} */
const SOUNDS = {
  place: [
    { wave: "noise", from: 900, at: 0, long: 0.05, loud: 0.5 },
    { wave: "sine", from: 210, to: 140, at: 0, long: 0.09, loud: 0.6 },
  ],
  move: [
    { wave: "noise", from: 1500, to: 700, at: 0, long: 0.11, loud: 0.22 },
    { wave: "sine", from: 190, to: 150, at: 0.06, long: 0.06, loud: 0.35 },
  ],
  push: [
    { wave: "noise", from: 600, at: 0, long: 0.04, loud: 0.6 },
    { wave: "sine", from: 130, to: 90, at: 0, long: 0.12, loud: 0.7 },
    { wave: "noise", from: 420, to: 300, at: 0.04, long: 0.14, loud: 0.25 },
  ],
  fall: [
    { wave: "triangle", from: 420, to: 110, at: 0, long: 0.24, loud: 0.3 },
    { wave: "noise", from: 340, at: 0.22, long: 0.08, loud: 0.5 },
  ],
  win: [
    { wave: "triangle", from: 392, at: 0, long: 0.18, loud: 0.4 },
    { wave: "triangle", from: 494, at: 0.12, long: 0.18, loud: 0.4 },
    { wave: "triangle", from: 587, at: 0.24, long: 0.2, loud: 0.4 },
    { wave: "triangle", from: 784, at: 0.36, long: 0.45, loud: 0.45 },
  ],
  lose: [
    { wave: "triangle", from: 392, at: 0, long: 0.2, loud: 0.35 },
    { wave: "triangle", from: 330, at: 0.16, long: 0.22, loud: 0.35 },
    { wave: "triangle", from: 262, at: 0.32, long: 0.5, loud: 0.35 },
  ],
  draw: [
    { wave: "triangle", from: 392, at: 0, long: 0.2, loud: 0.35 },
    { wave: "triangle", from: 392, at: 0.2, long: 0.35, loud: 0.3 },
  ],
  refused: [
    { wave: "sine", from: 160, to: 120, at: 0, long: 0.09, loud: 0.5 },
    { wave: "sine", from: 140, to: 105, at: 0.11, long: 0.11, loud: 0.5 },
  ],
  notify: [
    { wave: "sine", from: 660, at: 0, long: 0.12, loud: 0.3 },
    { wave: "sine", from: 880, at: 0.1, long: 0.25, loud: 0.3 },
  ],
};

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/**
 * Play a sound, unless sounds are off or the browser has not been touched yet.
 * @param {SoundName} name
 */
export function play(name) {
  const { sounds, volume } = preferences();
  if (!sounds || volume === 0 || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  const output = context.createGain();
  output.gain.value = volume;
  output.connect(context.destination);
  for (const part of SOUNDS[name]) start(context, output, part);
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @param {Part} part
 */
function start(context, output, part) {
  const begin = context.currentTime + part.at;
  const end = begin + part.long;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0, begin);
  envelope.gain.linearRampToValueAtTime(part.loud, begin + 0.005);
  envelope.gain.exponentialRampToValueAtTime(0.001, end);
  envelope.connect(output);
  const source = part.wave === "noise" ? noiseSource(context, envelope, part, begin) : context.createOscillator();
  if (source instanceof OscillatorNode) {
    source.type = part.wave === "triangle" ? "triangle" : "sine";
    glide(source.frequency, part, begin);
    source.connect(envelope);
  }
  source.start(begin);
  source.stop(end);
}

/**
 * @param {AudioContext} context
 * @param {AudioNode} output
 * @param {Part} part
 * @param {number} begin
 */
function noiseSource(context, output, part, begin) {
  const source = context.createBufferSource();
  source.buffer = noise ??= noiseBuffer(context);
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 1.2;
  glide(filter.frequency, part, begin);
  source.connect(filter).connect(output);
  return source;
}

/** @param {AudioContext} context */
function noiseBuffer(context) {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}

/**
 * @param {AudioParam} pitch
 * @param {Part} part
 * @param {number} begin
 */
function glide(pitch, part, begin) {
  pitch.setValueAtTime(part.from, begin);
  if (part.to !== undefined) pitch.exponentialRampToValueAtTime(part.to, begin + part.long);
}
