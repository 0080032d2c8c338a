/** A day as text: "November 20, 2026". Takes YYYY-MM-DD; no time zone is involved. */
export const formatDay = (day: string): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
