import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

function RouterAnchor(props: Omit<AnchorProps, 'href'> & ComponentPropsWithRef<'a'>) {
  return <Anchor {...props} />
}

/** A link to a page whose search parameters are typed by that page's route. */
export const PageLink = createLink(RouterAnchor)
