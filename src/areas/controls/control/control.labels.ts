/** How much a control weighs on who breaks it. */
export const controlModes = {
  watch: { label: "Watches", about: "Counts what breaks it; nobody is asked." },
  warn: { label: "Warns", about: "Asks whoever owns the record to mend it or answer for it." },
  block: {
    label: "Stops",
    about: "Stops the act until the record meets it, or a waiver covers it; else it warns.",
  },
} as const;
