import { IconPlus } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { AllowedButton } from './allowed-button.tsx'

/** Adds a record to the page. */
export function AddButton(props: ComponentProps<typeof AllowedButton>) {
  return <AllowedButton leftSection={<IconPlus size={19} />} {...props} />
}
