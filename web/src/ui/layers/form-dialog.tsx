import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

interface Props {
  title: string
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** A dialog with one form, which Enter submits. */
export function FormDialog({ title, onClose, onSubmit, children }: Props) {
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <Stack>{children}</Stack>
      </form>
    </Modal>
  )
}
