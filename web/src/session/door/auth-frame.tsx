import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Storefront } from '../../ui/illustrations/storefront.tsx'
import { Logo } from '../../ui/look/logo.tsx'
import { ColorSchemeToggle } from '../../ui/parts/color-scheme-toggle.tsx'
import { LanguageButton } from '../../ui/words/language-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import classes from './auth-frame.module.css'
import { doorTexts } from './texts.ts'

interface Props {
  title: string
  hint?: string | undefined
  /** A tall form, which needs less space around it on low screens. */
  isTall?: boolean
  children: ReactNode
}

/** The frame of the sign-in screens: the form on one side, the shop on the other. */
export function AuthFrame(props: Props) {
  const t = useWords(doorTexts)
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
