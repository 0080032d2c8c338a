// Apart from the model, so that screens load without zod.

/** Zones offered first: those of United States agencies. */
const commonTimeZones = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
  "Pacific/Guam",
] as const;

export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Choices of a time zone field: the usual ones, and the one in use when it is another. */
export const timeZoneChoices = (current: string): { value: string; label: string }[] =>
  [...new Set([...commonTimeZones, current])].map((value) => ({
    value,
    label: value.replace(/_/g, " "),
  }));
