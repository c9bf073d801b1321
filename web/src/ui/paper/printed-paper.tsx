import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { PaperDocument } from './paper-document.ts'
import classes from './paper-view.module.css'
import { PaperView } from './paper-view.tsx'

/** The width of a receipt printer's paper. */
export type PaperWidthMm = 58 | 80

const mmOfPixel = 25.4 / 96

/** A paper alone on its page, for the browser's printing; invisible on the screen. */
export function PrintedPaper({ paper, widthMm }: { paper: PaperDocument; widthMm: PaperWidthMm }) {
  const sheet = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLStyleElement>(null)
  // A page needs a height: browsers ignore `80mm auto` and print on letter size. It is measured before printing,
  // because pictures arrive later than the paper.
  useEffect(() => {
    const fit = () => {
      const box = sheet.current?.parentElement
      if (page.current === null || sheet.current === null || box == null) return
      box.setAttribute('data-measured', '')
      const heightMm = sheet.current.getBoundingClientRect().height * mmOfPixel
      box.removeAttribute('data-measured')
      // Half a millimetre more, so that rounding begins no second page.
      page.current.textContent = pageOf(widthMm, Math.ceil((heightMm + 0.5) * 10) / 10)
    }
    window.addEventListener('beforeprint', fit)
    return () => window.removeEventListener('beforeprint', fit)
  }, [widthMm])
  return createPortal(
    <div className="print-only">
      <style ref={page} />
      <div ref={sheet} className={classes['sheet']} style={{ width: `${widthMm}mm` }} data-width={widthMm}>
        <PaperView paper={paper} />
      </div>
    </div>,
    document.body,
  )
}

const pageOf = (widthMm: number, heightMm: number) => `@page { size: ${widthMm}mm ${heightMm}mm; margin: 0 }`
