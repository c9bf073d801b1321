import type { VasTerms } from '@mostrador/client'
import { createElement, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { draftFault, draftOf, linesOf, useTermsDraft } from './terms-draft.ts'

const telcel = '0198f0d2-7c1b-7e55-9d4b-000000000001'
const cfe = '0198f0d2-7c1b-7e55-9d4b-000000000002'
const sheet = (lines: VasTerms['lines']): VasTerms => ({
  merchantId: 'm',
  version: 3,
  changedAt: null,
  lines,
  effective: [],
})
const line = { providerId: null, isOffered: null, shareBps: null, feeCentavos: null }

describe('the form of a merchant’s terms', () => {
  test('shows what the sheet sets, and leaves the rest empty', () => {
    const draft = draftOf(
      sheet([
        { ...line, kind: 'service', shareBps: 6_050, feeCentavos: 1_250 },
        { ...line, kind: 'pin', isOffered: false },
        { ...line, kind: 'airtime', providerId: telcel, isOffered: false },
      ]),
    )
    expect(draft).toEqual({
      kinds: {
        airtime: { offered: '', sharePercent: '', feePesos: '' },
        service: { offered: '', sharePercent: '60.5', feePesos: '12.50' },
        pin: { offered: 'no', sharePercent: '', feePesos: '' },
      },
      withheld: [`airtime ${telcel}`],
    })
  })

  test('applies changes and keeps the other values of providers’ own lines', () => {
    const before = sheet([
      { ...line, kind: 'service', feeCentavos: 1_250 },
      { ...line, kind: 'service', providerId: cfe, isOffered: false, shareBps: 5_000 },
      { ...line, kind: 'airtime', providerId: telcel, isOffered: false },
    ])
    const draft = draftOf(before)
    draft.kinds.airtime.sharePercent = '80'
    draft.withheld = [`airtime ${telcel}`]
    expect(linesOf(draft, before)).toEqual([
      { ...line, kind: 'airtime', shareBps: 8_000 },
      { ...line, kind: 'service', feeCentavos: 1_250 },
      { ...line, kind: 'service', providerId: cfe, shareBps: 5_000 },
      { ...line, kind: 'airtime', providerId: telcel, isOffered: false },
    ])
  })

  test('is saved over the terms that it was opened with, although the sheet was read again meanwhile', () => {
    const opened = sheet([{ ...line, kind: 'service', feeCentavos: 1_250 }])
    const newer = { ...sheet([{ ...line, kind: 'service', providerId: cfe, shareBps: 5_000 }]), version: 4 }
    let form: ReturnType<typeof useTermsDraft> | undefined
    const Dialog = () => {
      const [read, setRead] = useState(opened)
      form = useTermsDraft(read)
      if (read === opened) setRead(newer)
      return null
    }
    renderToStaticMarkup(createElement(Dialog))
    expect(form?.changeOf(' nuevo trato ')).toEqual({
      version: 3,
      lines: [{ ...line, kind: 'service', feeCentavos: 1_250 }],
      reason: 'nuevo trato',
    })
  })

  test.each([
    ['', '', false, null],
    ['100', '1000', false, null],
    ['100.5', '', false, 'share'],
    ['-1', '', false, 'share'],
    ['abc', '', false, 'share'],
    ['75', '1000.01', false, 'fee'],
    ['75', '', true, 'missing'],
    ['75', '10', true, null],
  ] as const)('share %j and fee %j are %s', (sharePercent, feePesos, isPlatform, fault) => {
    expect(draftFault({ offered: 'yes', sharePercent, feePesos }, isPlatform)).toBe(fault)
  })
})
