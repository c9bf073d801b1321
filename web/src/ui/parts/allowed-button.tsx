import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { Hint } from './hint.tsx'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Why it cannot be used now, in words; absent: it can. */
    reason?: string | null | undefined
  }

/**
 * A button that says why it does not work. It stays in the keyboard's order while disabled, so that
 * the reason can be reached without a mouse.
 */
export function AllowedButton({ reason, onClick, ...rest }: Props) {
  const isAllowed = reason === undefined || reason === null
  return (
    <Hint label={reason ?? null}>
      <Button
        {...rest}
        aria-disabled={!isAllowed}
        {...(!isAllowed && { 'data-disabled': true, 'aria-description': reason })}
        onClick={(event) => {
          if (isAllowed) onClick?.(event)
          else event.preventDefault()
        }}
      />
    </Hint>
  )
}
