import { expect, test } from 'vitest'
import { stories } from './stories.ts'
import { signIn, type Visit } from './visit.ts'

const demo = stories()
let visit: Visit

interface Stop {
  readonly name: string
  readonly isMarked: boolean
}

/** The focused element: its name, and whether its focus is visible. */
function focused(): Promise<Stop> {
  return visit.page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const field = element as HTMLInputElement
    const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const name = [
      element.getAttribute('aria-label'),
      ...labelled.map((id) => document.getElementById(id)?.textContent ?? ''),
      field.labels?.[0]?.textContent,
      element.textContent,
      field.placeholder,
    ]
    // The focus ring is drawn by the element itself or by its field's frame.
    const drawn = [element, element.parentElement ?? element].map((each) => getComputedStyle(each))
    return {
      name:
        element === document.body ? 'BODY' : (name.find((each) => each?.trim()) ?? element.tagName).trim(),
      isMarked: drawn.some(
        ({ outlineStyle, outlineWidth, boxShadow }) =>
          (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      ),
    }
  })
}

/** Presses Tab until an element of that name has the focus. */
async function tabTo(name: RegExp, stops: Stop[] = []): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await visit.page.keyboard.press('Tab')
    const stop = await focused()
    stops.push(stop)
    if (name.test(stop.name)) return
  }
  throw new Error(`nothing called ${name} among ${stops.map((stop) => stop.name).join(', ')}`)
}

async function atTheTill(): Promise<void> {
  visit = await demo.open({ width: 1024, height: 768 })
  await signIn(visit, 'cashier', '/caja?tab=productos')
  await visit.page.getByRole('group', { name: 'Productos' }).getByRole('button').first().waitFor()
}

test('a cashier sells goods and starts the next sale with the keyboard alone', async () => {
  await atTheTill()
  const { page, picture } = visit
  const press = (key: string) => page.keyboard.press(key)
  await page.getByRole('searchbox', { name: 'Buscar o escanear' }).focus()
  await page.keyboard.type('Refresco de cola')
  await tabTo(/^Refresco de cola/)
  await picture('keyboard-1-tile')
  await press('Enter')
  await page.getByRole('button', { name: /^Uno más de Refresco/ }).waitFor()
  await tabTo(/^Uno más de Refresco/)
  await press('Enter')
  await page.getByRole('button', { name: 'Cobrar $38.00' }).waitFor()
  await tabTo(/^Cobrar \$/)
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await tabTo(/^\$100 Cambio/)
  await picture('keyboard-2-pay')
  await press('Enter')
  await page.getByRole('heading', { name: 'Venta cobrada' }).waitFor()
  await press('Enter')
  await page.getByText('Empieza una venta').waitFor()
})

test('every stop of the till has a name and a visible focus', async () => {
  await atTheTill()
  const stops: Stop[] = []
  // From the beginning of the page; the till itself begins in the search.
  await visit.page.getByRole('banner').getByRole('button').first().focus()
  await tabTo(/^Cobrar/, stops)
  expect(stops.filter(({ isMarked }) => !isMarked)).toEqual([])
  expect(stops.filter(({ name }) => /^(BODY|DIV|BUTTON|INPUT|A)$/.test(name))).toEqual([])
  for (const name of ['Productos', 'Buscar o escanear']) {
    expect(
      stops.some((stop) => stop.name.startsWith(name)),
      name,
    ).toBe(true)
  }
})

test('Escape closes the top layer first, then the one below', async () => {
  visit = await demo.open({ width: 1366, height: 900 })
  const { page, picture } = visit
  await signIn(visit, 'manager', '/negocio/categorias')
  await page.getByRole('cell', { name: 'Bebidas' }).click()
  const record = page.getByRole('dialog', { name: 'Editar categoría' })
  await record.getByRole('button', { name: 'Eliminar' }).click()
  const question = page.getByRole('dialog', { name: '¿Eliminar “Bebidas”?' })
  await question.waitFor()
  await picture('keyboard-3-question-over-record')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => record.getByLabel('Nombre').inputValue()).toBe('Bebidas')
  await page.keyboard.press('Escape')
  await record.waitFor({ state: 'detached' })
})
