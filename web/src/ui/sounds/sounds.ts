import { isMuted } from './muted.ts'

interface Tone {
  readonly hertz: number
  readonly atMs: number
  readonly forMs: number
  readonly wave: OscillatorType
}

/**
 * A scan that was taken, and one that was not: high and short, low and twice, so that they are told apart
 * without looking, in a noisy shop. A sale that was paid, and one that was not: two soft tones up, or down.
 */
const sounds = {
  hit: [{ hertz: 1760, atMs: 0, forMs: 80, wave: 'sine' }],
  miss: [
    { hertz: 196, atMs: 0, forMs: 170, wave: 'square' },
    { hertz: 147, atMs: 230, forMs: 260, wave: 'square' },
  ],
  paid: [
    { hertz: 659, atMs: 0, forMs: 120, wave: 'sine' },
    { hertz: 988, atMs: 110, forMs: 220, wave: 'sine' },
  ],
  declined: [
    { hertz: 392, atMs: 0, forMs: 180, wave: 'triangle' },
    { hertz: 262, atMs: 190, forMs: 300, wave: 'triangle' },
  ],
} as const satisfies Record<string, readonly Tone[]>

export type SoundName = keyof typeof sounds
export const soundNames = Object.keys(sounds) as SoundName[]

/** A square wave is felt as twice as loud as a sine. */
const loudness: Partial<Record<OscillatorType, number>> = { square: 0.12, triangle: 0.2 }
const usualLoudness = 0.25

let context: AudioContext | null = null

/** Plays a sound, unless this device is muted or has none. */
export function sound(name: SoundName): void {
  if (isMuted() || !('AudioContext' in window)) return
  context ??= new AudioContext()
  // Browsers allow sound only after user input; a scanner's keys count.
  if (context.state === 'suspended') context.resume().catch(() => undefined)
  for (const tone of sounds[name]) play(context, tone)
}

function play(on: AudioContext, { hertz, atMs, forMs, wave }: Tone): void {
  const from = on.currentTime + atMs / 1000
  const until = from + forMs / 1000
  const loud = loudness[wave] ?? usualLoudness
  const oscillator = new OscillatorNode(on, { type: wave, frequency: hertz })
  const volume = new GainNode(on, { gain: 0 })
  // Ramps at both ends avoid a click.
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(loud, from + 0.008)
  volume.gain.setValueAtTime(loud, until - 0.015)
  volume.gain.linearRampToValueAtTime(0, until)
  oscillator.connect(volume).connect(on.destination)
  oscillator.start(from)
  oscillator.stop(until)
}
