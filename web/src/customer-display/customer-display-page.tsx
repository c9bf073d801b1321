import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useLayoutEffect, useState } from 'react'
import { formatPesos } from '../ui/format/money.ts'
import { Logo } from '../ui/look/logo.tsx'
import { showLook } from '../ui/look/look-store.ts'
import { useWords } from '../ui/words/words.ts'
import { watchTill } from './channel.ts'
import classes from './customer-display.module.css'
import type { Display, DisplayMessage } from './display.ts'
import { displayTexts } from './texts.ts'

/**
 * The second screen of the counter, for the customer. It has no session and asks the server nothing: the till in
 * another window of this browser says what to show.
 */
export function CustomerDisplayPage() {
  const t = useWords(displayTexts)
  const message = useTillMessage()
  const display = message?.display ?? { step: 'WELCOME' }
  useEffect(() => {
    document.title = t('title')
  }, [t])
  return (
    <main className={classes['page']}>
      <header className={classes['header']}>
        <Logo size={40} />
        {message !== null && <p>{message.storeName}</p>}
      </header>
      <div className={classes['content']} aria-live="polite">
        <Shown display={display} />
      </div>
    </main>
  )
}

/** The till's last message, with its look applied. */
function useTillMessage(): DisplayMessage | null {
  const [message, setMessage] = useState<DisplayMessage | null>(null)
  useEffect(() => watchTill(setMessage), [])
  const look = message?.look ?? null
  useLayoutEffect(() => showLook(look), [look])
  const { setColorScheme } = useMantineColorScheme()
  const scheme = look?.darkMode ?? 'AUTO'
  useEffect(() => {
    if (scheme !== 'AUTO') setColorScheme(scheme === 'DARK' ? 'dark' : 'light')
  }, [scheme, setColorScheme])
  return message
}

function Shown({ display }: { display: Display }) {
  const t = useWords(displayTexts)
  switch (display.step) {
    case 'WELCOME':
      return <h1 className={classes['greeting']}>{t('welcome')}</h1>
    case 'SALE':
      return <Sale {...display} />
    case 'THANKS':
      return (
        <div className={classes['thanks']}>
          {display.changeCentavos > 0 && (
            <p className={classes['change']}>
              {t('change')}
              <strong>{formatPesos(display.changeCentavos)}</strong>
            </p>
          )}
          <h1 className={classes['greeting']}>{t('thanks')}</h1>
          <p>
            {t('paid')} <span className="figures">{formatPesos(display.totalCentavos)}</span>
          </p>
        </div>
      )
  }
}

function Sale({ lines, discountCentavos, totalCentavos }: Extract<Display, { step: 'SALE' }>) {
  const t = useWords(displayTexts)
  return (
    <>
      <h1 className={classes['title']}>{t('lines')}</h1>
      <ul className={classes['lines']}>
        {lines.map(({ key, name, quantity, amountCentavos }) => (
          <li key={key} ref={intoView}>
            <span>{quantity}</span>
            <span className={classes['name']}>{name}</span>
            <span>{formatPesos(amountCentavos)}</span>
          </li>
        ))}
      </ul>
      <dl className={classes['sums']}>
        {discountCentavos > 0 && (
          <div>
            <dt>{t('discount')}</dt>
            <dd>{formatPesos(-discountCentavos)}</dd>
          </div>
        )}
        <div className={classes['total']}>
          <dt>{t('total')}</dt>
          <dd>{formatPesos(totalCentavos)}</dd>
        </div>
      </dl>
    </>
  )
}

/** The latest line is in sight, however many there are. */
function intoView(line: HTMLLIElement | null): void {
  line?.scrollIntoView({ block: 'nearest' })
}
