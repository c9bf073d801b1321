import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { PaperDocument } from '../paper/paper-document.ts'
import { noticesCleared } from '../parts/clear-notices.ts'
import { useWords } from '../words/words.ts'
import { PrinterFault } from './connection.ts'
import { forgetDone, isFirstTime } from './done-once.ts'
import { printDirectly } from './printer.ts'
import { isDirect, printerSettings } from './printer-settings.ts'
import { printerTexts } from './texts.ts'

/** One notice at a time: what was said about the paper before no longer matters. */
const noticeId = 'printer'

export interface Printer {
  /**
   * Prints on this device's printer, or opens the browser's dialog for the `PrintedPaper` on the page. Says when
   * nothing came out, with a button to print again.
   *
   * @param once names a paper that this device prints once. Nothing more is printed under this name, unless the printer failed
   * or left open whether it came out.
   */
  print(paper: PaperDocument, once?: string): Promise<void>
  isPrinting: boolean
}

export function usePrinter(): Printer {
  const tellFault = usePrinterNotices()
  const [count, setCount] = useState(0)
  const print = async (paper: PaperDocument, once?: string): Promise<void> => {
    // Noted before it is sent: it may be asked for again meanwhile.
    if (once !== undefined && !isFirstTime(once)) return
    if (!isDirect(printerSettings())) return window.print()
    setCount((before) => before + 1)
    const cleared = noticesCleared()
    const tell = (fault: PrinterFault | null) =>
      // The next person must not print this one's paper, which may have a PIN on it.
      tellFault(fault, noticesCleared() === cleared ? () => print(paper, once) : undefined)
    let isOut = false
    try {
      isOut = (await printDirectly(paper)) !== 'unknown'
      if (isOut) notifications.hide(noticeId)
      else tell(null)
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      tell(error)
    } finally {
      if (!isOut && once !== undefined) forgetDone(once)
      setCount((before) => before - 1)
    }
  }
  return { print, isPrinting: count > 0 }
}

/** Tells a fault of the printer; `null`: it did not say whether the paper came out. */
export function usePrinterNotices(): (fault: PrinterFault | null, again?: () => Promise<void>) => void {
  const t = useWords(printerTexts)
  return (fault, again) => {
    notifications.hide(noticeId)
    notifications.show({
      id: noticeId,
      color: fault === null ? 'cempasuchil' : 'red',
      autoClose: false,
      title: fault === null ? t('unknown') : t(`fault.${fault.reason}`),
      message: (
        <>
          <Text size="sm">
            {fault === null ? t('unknownHint') : t(`faultHint.${fault.reason}`)}
            {fault?.isBegun === true && ` ${t('begun')}`}
          </Text>
          {again !== undefined && (
            <Button
              variant="light"
              h={44}
              mt="xs"
              onClick={() => {
                notifications.hide(noticeId)
                void again()
              }}
            >
              {t('again')}
            </Button>
          )}
        </>
      ),
    })
  }
}
