export const terminalTexts = {} as const
