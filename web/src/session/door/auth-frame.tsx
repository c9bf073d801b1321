import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ColorSchemeToggle } from '../../ui/color-scheme-toggle.tsx'
import { Storefront } from '../../ui/illustrations/storefront.tsx'
import { LanguageButton } from '../../ui/language-button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { useSessionWords } from '../words/words.ts'
import classes from './auth-frame.module.css'

interface Props {
  title: string
  hint?: string | undefined
  /** A form that is as tall as a low screen: everything around it moves closer. */
  isTall?: boolean
  children: ReactNode
}

/** What stands before the counter: the form at one side, the shop at the other. */
export function AuthFrame(props: Props) {
  const t = useSessionWords()
  return (
    <div className={classes['frame']} data-tall={props.isTall || undefined}>
      <main className={classes['form']}>
        <div className={classes['top']}>
          <Logo />
          <div className={classes['choices']}>
            <LanguageButton />
            <ColorSchemeToggle />
          </div>
        </div>
        <div className={classes['middle']}>
          <Title order={1}>{props.title}</Title>
          {props.hint !== undefined && <p className={classes['hint']}>{props.hint}</p>}
          <div className={classes['body']}>{props.children}</div>
        </div>
      </main>
      <aside className={classes['shop']}>
        <Storefront />
        <div>
          <p className={classes['line']}>{t('brandLine')}</p>
          <p className={classes['small']}>{t('brandHint')}</p>
        </div>
      </aside>
    </div>
  )
}
