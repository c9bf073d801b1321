import { isProblem } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import type { CanceledCart } from '../orders/order.ts'
import { assertOwnSession } from '../requests/answers.ts'

/**
 * Cancels at the server a cart that was canceled on this device. One that is not open there any more, or never was, is left as
 * it is.
 *
 * @throws ProblemError · NoAnswer
 */
export async function cancelLeftCart(cart: CanceledCart): Promise<void> {
  // Everybody of the store may cancel a cart: the audit log would name the wrong person.
  await assertOwnSession(cart)
  try {
    await answer(api.POST('/pos/carts/{id}/cancel', { params: { path: { id: cart.key } }, body: {} }))
  } catch (error) {
    if (!isProblem(error, 'not_found', 'invalid_transition')) throw error
  }
}
