import {
  FileButton as Button,
  type FileButtonProps,
  type FileInputProps,
  FileInput as Input,
} from '@mantine/core'
import type { MouseEvent } from 'react'

/**
 * Empties the input before a file is chosen. Browsers tell of no change when the same file is chosen again, as after it
 * was corrected, and the component library never empties it.
 */
export const emptied = {
  onClick: ({ currentTarget }: Pick<MouseEvent<HTMLInputElement>, 'currentTarget'>) => {
    currentTarget.value = ''
  },
}

/** A button that chooses a file. */
export function FileButton(props: FileButtonProps) {
  return <Button {...props} inputProps={emptied} />
}

/** A field that chooses a file, and shows its name. */
export function FileInput(props: FileInputProps) {
  return <Input {...props} fileInputProps={emptied} />
}
