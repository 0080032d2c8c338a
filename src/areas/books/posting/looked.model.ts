const hourMs = 3_600_000;

/**
 * From which id on the books look for what they do not have: an hour before the last one that they took,
 * since who began earlier may end later. Null for an id that says no time (it is no UUIDv7).
 */
export const anHourBefore = (id: string): string | null => {
  const hex = id.replaceAll("-", "");
  if (hex[12] !== "7") return null;
  const from = (parseInt(hex.slice(0, 12), 16) - hourMs).toString(16).padStart(12, "0");
  return `${from.slice(0, 8)}-${from.slice(8)}-7000-8000-000000000000`;
};
