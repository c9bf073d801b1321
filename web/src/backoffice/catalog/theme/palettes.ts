import { defaultColors, type LookColors } from '../../../ui/look/look.ts'

/** Readable color combinations to start from. */
export const palettes = {
  agave: defaultColors,
  talavera: { primary: '#1d4f91', onPrimary: '#ffffff', background: '#f4f7fb', text: '#16243a' },
  cempasuchil: { primary: '#ffb000', onPrimary: '#2b1a00', background: '#fffaf0', text: '#33230a' },
  grana: { primary: '#9b1b3b', onPrimary: '#ffffff', background: '#fdf6f6', text: '#2e1218' },
  obsidiana: { primary: '#7fd1c0', onPrimary: '#06231d', background: '#15171c', text: '#eef1f5' },
} as const satisfies Record<string, LookColors>
