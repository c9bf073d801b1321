import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

interface Props {
  title: string
  /** Whether the form is being sent; `false` for one that sends nothing. */
  isSending: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** A dialog with one form, which Enter submits. */
export function FormDialog({ title, isSending, onClose, onSubmit, children }: Props) {
  return (
    <Modal opened onClose={onClose} isSending={isSending} title={title}>
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
