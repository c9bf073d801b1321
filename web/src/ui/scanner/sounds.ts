import { scannerSettings } from './scanner-settings.ts'

interface Tone {
  readonly hertz: number
  readonly atMs: number
  readonly forMs: number
  readonly wave: OscillatorType
}

/**
 * High and short for success; low, rough and twice for failure: distinguishable without looking, in a noisy
 * shop.
 */
const sounds = {
  hit: [{ hertz: 1760, atMs: 0, forMs: 80, wave: 'sine' }],
  miss: [
    { hertz: 196, atMs: 0, forMs: 170, wave: 'square' },
    { hertz: 147, atMs: 230, forMs: 260, wave: 'square' },
  ],
} as const satisfies Record<string, readonly Tone[]>

let context: AudioContext | null = null

/** Plays whether a scan was taken, unless this device is muted or has no sound. */
export function sound(name: keyof typeof sounds): void {
  if (scannerSettings().isMuted || !('AudioContext' in window)) return
  context ??= new AudioContext()
  // Browsers allow sound only after user input; a scanner's keys count.
  if (context.state === 'suspended') context.resume().catch(() => undefined)
  for (const tone of sounds[name]) play(context, tone)
}

function play(on: AudioContext, { hertz, atMs, forMs, wave }: Tone): void {
  const from = on.currentTime + atMs / 1000
  const until = from + forMs / 1000
  const oscillator = new OscillatorNode(on, { type: wave, frequency: hertz })
  const volume = new GainNode(on, { gain: 0 })
  // Ramps at both ends avoid a click.
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(0.25, from + 0.008)
  volume.gain.setValueAtTime(0.25, until - 0.015)
  volume.gain.linearRampToValueAtTime(0, until)
  oscillator.connect(volume).connect(on.destination)
  oscillator.start(from)
  oscillator.stop(until)
}
