import { useEffect, useState } from 'react'
import type { CartDesk } from '../cart/cart-desk.ts'
import { useCartState } from '../cart/use-cart.ts'
import { Charging, PayDialog } from './pay-dialog.tsx'
import { SoldScreen } from './sold-screen.tsx'

const lateAfterMs = 4000

interface Props {
  desk: CartDesk
  /** The cashier has pressed to be paid, and has not left since. */
  isAsking: boolean
  onClose: () => void
}

/** From the total to the ticket: asked for, under way, done. */
export function Payment({ desk, isAsking, onClose }: Props) {
  const { cart, paying, sold, fault } = useCartState(desk)
  const [isLate, setIsLate] = useState(false)
  const isUnderWay = paying !== null
  useEffect(() => {
    setIsLate(false)
    if (!isUnderWay) return
    const timer = setTimeout(() => setIsLate(true), lateAfterMs)
    return () => clearTimeout(timer)
  }, [isUnderWay])
  // A refusal is read beside the cart, which may have changed.
  useEffect(() => {
    if (fault !== null) onClose()
  }, [fault, onClose])
  if (sold !== null) {
    return (
      <SoldScreen
        sold={sold}
        onNext={() => {
          onClose()
          desk.startAnew()
        }}
      />
    )
  }
  if (isUnderWay) return <Charging isLate={isLate} />
  if (!isAsking || cart === null) return null
  return <PayDialog cart={cart} onPay={(payments) => void desk.pay(payments)} onClose={onClose} />
}
