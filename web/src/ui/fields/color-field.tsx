import { ColorInput, type ColorInputProps } from '@mantine/core'
// Not in the sheet of every page: only two forms of the back office choose a color.
import '@mantine/core/styles/ColorPicker.css'
import '@mantine/core/styles/ColorInput.css'

/** A color that is typed as `#rrggbb` or picked. */
export function ColorField({ pickLabel, ...props }: Omit<ColorInputProps, 'format'> & { pickLabel: string }) {
  return <ColorInput format="hex" eyeDropperButtonProps={{ 'aria-label': pickLabel }} {...props} />
}
