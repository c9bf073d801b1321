export const sessionTexts = {} as const
