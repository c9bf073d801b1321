/**
 * Money is a whole number of centavos. A plain number, a bare bigint or the result of `+` does not compile
 * where `Centavos` is expected.
 */
export type Centavos = bigint & { readonly unit: 'centavos' }

/** Basis points: 100 bps = 1 %. */
export type Bps = number

const largest = 999_999_999_999_999n

/** @throws RangeError when `value` is not a whole number of centavos, or beyond ten trillion pesos. */
export function centavos(value: number | bigint | string): Centavos {
  const amount = BigInt(value)
  if (amount > largest || amount < -largest) throw new RangeError(`${value} centavos is out of range`)
  return amount as Centavos
}

export const zero = 0n as Centavos

export function add(...amounts: readonly Centavos[]): Centavos {
  return centavos(amounts.reduce<bigint>((sum, amount) => sum + amount, 0n))
}

export function subtract(from: Centavos, amount: Centavos): Centavos {
  return centavos(from - amount)
}

export function negate(amount: Centavos): Centavos {
  return centavos(-amount)
}

/** The share of `amount` given by `bps` basis points, rounded half away from zero. */
export function share(amount: Centavos, bps: Bps): Centavos {
  const scaled = amount * BigInt(bps)
  const half = scaled < 0n ? -5_000n : 5_000n
  return centavos((scaled + half) / 10_000n)
}
