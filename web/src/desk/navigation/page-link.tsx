import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

function Face(props: Omit<AnchorProps, 'href'> & ComponentPropsWithRef<'a'>) {
  return <Anchor {...props} />
}

/** Leads to a page; what it is asked for is what that page can be asked for. */
export const PageLink = createLink(Face)
