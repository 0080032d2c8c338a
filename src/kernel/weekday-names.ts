/** Days of the week by their number, Monday 1 (ISO 8601). */
export const weekdayNames = {
  1: "Monday",
  2: "Tuesday",
  3: "Wednesday",
  4: "Thursday",
  5: "Friday",
  6: "Saturday",
  7: "Sunday",
} as const;

/** What a day of the week is called by its number from 1 to 7. */
export const weekdayName = (number: number): string =>
  weekdayNames[number as keyof typeof weekdayNames];
