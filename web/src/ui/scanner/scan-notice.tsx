import { Button, Group, Portal } from '@mantine/core'
import { useEffect } from 'react'
import { useWords } from '../words/words.ts'
import { dismissRefusal, type ScanAct, useShownRefusal } from './meanings.ts'
import classes from './scan-notice.module.css'
import { scannerTexts } from './texts.ts'

/** Long enough to read for somebody who has to look up first. */
const shownMs = 12_000

/** Shows a refused scan over everything else. It takes no focus, and no key dismisses it. */
export function ScanNotice() {
  const t = useWords(scannerTexts)
  const refusal = useShownRefusal()
  useEffect(() => {
    if (refusal === null) return
    const timer = setTimeout(dismissRefusal, shownMs)
    return () => clearTimeout(timer)
  }, [refusal])
  if (refusal === null) return null
  return (
    <Portal>
      <div className={classes['place']} role="alert">
        <div className={classes['notice']} data-testid="scan-refusal">
          <p className={classes['title']}>{refusal.title}</p>
          {refusal.codes.length > 0 && (
            <p className={classes['codes']}>
              {t('codes', { count: refusal.codes.length, codes: refusal.codes.join(', ') })}
            </p>
          )}
          {refusal.hint !== undefined && <p>{refusal.hint}</p>}
          {refusal.acts !== undefined && <Acts acts={refusal.acts} />}
          <Group justify="flex-end" gap="xs" mt={6}>
            {refusal.typeIt !== null && (
              <Button
                variant="default"
                onClick={() => {
                  refusal.typeIt?.()
                  dismissRefusal()
                }}
              >
                {t('typeIt')}
              </Button>
            )}
            <Button color="red" onClick={dismissRefusal}>
              {t('dismiss')}
            </Button>
          </Group>
        </div>
      </div>
    </Portal>
  )
}

/** What the person can do about it, and why not, also for those who tap. */
function Acts({ acts }: { acts: readonly ScanAct[] }) {
  const reasons = new Set(acts.map(({ reason }) => reason).filter((reason) => reason !== null))
  return (
    <>
      <Group gap="xs" mt={6}>
        {acts.map(({ label, reason, run }) => (
          <Button
            key={label}
            variant="default"
            h={44}
            aria-disabled={reason !== null}
            {...(reason !== null && { 'data-disabled': true, 'aria-description': reason })}
            onClick={() => {
              if (reason !== null) return
              dismissRefusal()
              run()
            }}
          >
            {label}
          </Button>
        ))}
      </Group>
      {[...reasons].map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </>
  )
}
