import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithoutRef } from 'react'
import { Hint } from './hint.tsx'

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    /** Why it cannot be used now, in words; absent when it can. */
    reason?: string | null | undefined
  }

/**
 * A button that says why it is disabled. It stays focusable, so that the reason can be read without a mouse.
 */
export function AllowedButton({ reason, onClick, style, ...rest }: Props) {
  const isAllowed = reason === undefined || reason === null
  return (
    <Hint label={reason ?? null}>
      <Button
        {...rest}
        // In a row that grows its buttons, the hint's wrapper is what grows.
        style={[{ flexGrow: 'inherit', maxWidth: 'inherit' }, style]}
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
