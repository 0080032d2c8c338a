/** The event that opens the command palette from anywhere. */
export const paletteEvent = "levee:open-command-palette";
export const openPalette = (): void => { window.dispatchEvent(new Event(paletteEvent)); };
