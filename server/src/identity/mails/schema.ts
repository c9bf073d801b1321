import { Email } from '../../collections/fields.ts'
import { closed, named } from '../../http/shapes.ts'
import { Type } from '../../json-schema.ts'

/** Where the receipt of a sale is mailed. */
export const ReceiptMail = named('NewReceiptMail', Type.Object({ email: Email }, closed))
