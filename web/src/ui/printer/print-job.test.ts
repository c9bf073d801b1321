import { beforeEach, expect, test } from 'vitest'
import { type PrinterConnection, PrinterFault, type Wanted } from './connection.ts'
import { drawerKick, encodePaper } from './escpos.ts'
import { FakePrinter } from './fake-printer.ts'
import { runJob } from './print-job.ts'

let printer: FakePrinter
let paper: Uint8Array
const kick = drawerKick(2)

/** A connection to the printer, as long as nobody pulls the plug. */
const connection: PrinterConnection = {
  exchange: async (bytes: Uint8Array, { answerBytes }: Wanted) => printer.take(bytes).slice(0, answerBytes),
  close: async () => undefined,
}

beforeEach(async () => {
  printer = new FakePrinter()
  const face = { columns: 48, codePage: 'cp858', hasCutter: true } as const
  paper = await encodePaper([{ kind: 'text', text: 'Ticket' }], face, async () => null)
})

const faultOf = async (job: Promise<unknown>): Promise<PrinterFault | undefined> =>
  job.then(
    () => undefined,
    (error) => (error instanceof PrinterFault ? error : undefined),
  )

test('a printer that answers says that the paper came out', async () => {
  expect(await runJob(connection, { paper }, null)).toEqual({ printed: 'printed', isAnswering: true })
  expect(printer.lines).toContain('Ticket')
  expect(printer.count('cut')).toBe(1)
})

test('one that does not answer is printed on, and nothing is claimed', async () => {
  printer.isAnswering = false
  expect(await runJob(connection, { paper }, null)).toEqual({ printed: 'sent', isAnswering: false })
  expect(printer.lines).toContain('Ticket')
  expect(await runJob(connection, { paper }, false)).toEqual({ printed: 'sent', isAnswering: false })
})

test('without paper nothing is sent, and it is told', async () => {
  printer.linesLeft = 0
  const fault = await faultOf(runJob(connection, { paper }, true))
  expect(fault).toMatchObject({ reason: 'paper_out', isBegun: false })
  expect(printer.lines).toEqual([])
})

test('paper that ends in the middle is told as such', async () => {
  printer.linesLeft = 3
  const fault = await faultOf(runJob(connection, { paper }, true))
  expect(fault).toMatchObject({ reason: 'paper_out', isBegun: true })
})

test('an open cover is told', async () => {
  printer.isCoverOpen = true
  expect(await faultOf(runJob(connection, { paper }, true))).toMatchObject({ reason: 'cover_open' })
})

test('a printer that used to answer and is silent gets no bytes that would come out later', async () => {
  printer.isAnswering = false
  expect(await faultOf(runJob(connection, { paper }, true))).toMatchObject({
    reason: 'silent',
    isBegun: false,
  })
  expect(printer.lines).toEqual([])
})

test('the drawer opens before the paper, and also without paper', async () => {
  await runJob(connection, { kick, paper }, true)
  expect(printer.out[0]).toMatchObject({ kind: 'pulse' })
  expect(printer.count('pulse')).toBe(1)
  printer.linesLeft = 0
  await runJob(connection, { kick }, true)
  expect(printer.count('pulse')).toBe(2)
})
