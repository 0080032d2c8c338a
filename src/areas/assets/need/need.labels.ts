export const needStatuses = {
  needed: { label: "Needed", tone: "warning" },
  requested: { label: "Requested", tone: "progress" },
  received: { label: "Received", tone: "success" },
  issued: { label: "From stock", tone: "success" },
  dropped: { label: "Not needed", tone: "neutral" },
} as const;
export type NeedStatus = keyof typeof needStatuses;

/** Codes of certificates as they are typed: by commas, each once. */
export const certificateCodes = (...typed: readonly string[]): string[] => [
  ...new Set(
    typed
      .flatMap((text) => text.split(","))
      .map((code) => code.trim())
      .filter(Boolean),
  ),
];
